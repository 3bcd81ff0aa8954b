// Shared by all programs; the loader puts `#version 330 core` and the defines before it.
uniform mat4 u_view_projection;
uniform vec3 u_eye;
uniform vec3 u_to_sun;
uniform vec3 u_sun;
uniform vec3 u_hemi_low;
uniform vec3 u_hemi_high;
uniform float u_hemi;
uniform vec4 u_haze;          // rgb, most
uniform vec2 u_haze_range;    // from, over
uniform float u_exposure;

vec3 to_linear(vec3 c) { return pow(c, vec3(2.2)); }

// 1 - exp(-y), to a hundredth, without an exp: software rendering pays for each.
vec3 rise(vec3 y) { return 1. - 1. / (1. + y * (1. + y * (.5 + y * .1667))); }

vec3 shoulder(vec3 v) {
    const float w = .66;
    return min(v, w) + (1. - w) * rise(max(v - w, 0.) / (1. - w));
}

// x^(1/2.2) from three square roots.
vec3 to_display(vec3 x) {
    vec3 a = sqrt(x), b = sqrt(a), c = sqrt(b);
    return max(.887 * a + .1916 * b - .0452 * c - .0338 * x, 0.);
}

// Linear light to display: the shoulder half on the brightest channel (keeps the hue), half on each (keeps it soft).
vec3 tone_exposed(vec3 v) {
    float m = max(max(v.r, v.g), max(v.b, 1e-5));
    vec3 kept = v * (shoulder(vec3(m)).r / m);
    vec3 a = to_display(clamp(mix(shoulder(v), kept, .45), 0., 1.));
    return a + .10 * (a - .45) * 4. * a * (1. - a);
}

vec3 tone(vec3 c) { return tone_exposed(c * u_exposure); }

vec3 haze(vec3 c, float dist) {
    float f = u_haze.a * clamp((dist - u_haze_range.x) / u_haze_range.y, 0., 1.);
    return mix(c, u_haze.rgb, f);
}

// Light from everywhere but the sun on a surface: `open_sky` is the mean direction of open sky (as colour) and its share.
// Where little of it is open, in a hall, light comes from there, and warm from the floor; so that forms still read.
vec3 ambient_light(vec3 n, vec4 open_sky) {
    vec3 from = open_sky.xyz * 2. - 1.;
    float sky = open_sky.a;
    float shut = 1. - sky;
    float faced = .5 + .5 * dot(n, from) / max(length(from), .2);
    vec3 around = mix(u_hemi_low, u_hemi_high, .5 + .5 * n.y);
    vec3 c = mix(u_hemi, .8, shut) * around * (.14 + .86 * sky) * mix(1., .30 + 1.25 * faced, shut);
    // What looks down sees the lit floor and the court before it.
    return c + vec3(.24, .187, .128) * shut * (1. - sky * .5) * (.34 + .8 * faced + .6 * max(-n.y, 0.));
}
