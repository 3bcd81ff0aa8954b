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

vec3 shoulder(vec3 v) {
    const float w = .66;
    return mix(v, w + (1. - w) * (1. - exp(-(max(v, w) - w) / (1. - w))), step(w, v));
}

// Linear light to display: the shoulder half on the brightest channel (keeps the hue), half on each (keeps it soft).
vec3 tone(vec3 c) {
    vec3 v = c * u_exposure;
    float m = max(max(v.r, v.g), max(v.b, 1e-5));
    vec3 kept = v * (shoulder(vec3(m)).r / m);
    vec3 a = pow(clamp(mix(shoulder(v), kept, .45), 0., 1.), vec3(1. / 2.2));
    return a + .10 * (a - .45) * 4. * a * (1. - a);
}

vec3 haze(vec3 c, float dist) {
    float f = u_haze.a * clamp((dist - u_haze_range.x) / u_haze_range.y, 0., 1.);
    return mix(c, u_haze.rgb, f);
}
