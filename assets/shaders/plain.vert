// The quick way for software rendering: light is computed at the corners, only shadow, haze and tone at each pixel.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 colour;
layout(location = 4) in vec4 row0;
layout(location = 5) in vec4 row1;
layout(location = 6) in vec4 row2;
layout(location = 7) in vec4 looks;

uniform sampler3D u_sky_grid;
uniform vec3 u_grid_origin;
uniform vec3 u_grid_size;
uniform mat4 u_shadow[2];
uniform vec4 u_shadow_texel;

out vec4 v_sun;      // light of the sun, haze
out vec3 v_around;   // light from everywhere
#ifdef SHADOWS
out vec3 v_shadow;
#endif

void main() {
    vec4 p = vec4(position, 1.);
    vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
    vec3 n = normalize(vec3(dot(row0.xyz, normal.xyz), dot(row1.xyz, normal.xyz), dot(row2.xyz, normal.xyz)));
    vec3 albedo = to_linear(colour.rgb) * looks.w;
    float sky = texture(u_sky_grid, (world + n * GRID_REACH - u_grid_origin) / u_grid_size).r;
    vec3 around = mix(u_hemi_low, u_hemi_high, .5 + .5 * n.y);
    float d = dot(n, u_to_sun);
    float f = u_haze.a * clamp((distance(u_eye, world) - u_haze_range.x) / u_haze_range.y, 0., 1.);
    vec3 ambient = albedo * (u_hemi * around * (.14 + .86 * sky) + vec3(.155, .118, .078) * (1. - sky) * (1. - sky * .5));
    ambient += vec3(.95, .62, .25) * looks.y * .3;
    v_sun = vec4(albedo * u_sun * max(d, 0.) * (1. - f), f) * vec4(vec3(u_exposure), 1.);
    v_around = mix(ambient, u_haze.rgb, f) * u_exposure;
#ifdef SHADOWS
    float bias = .02 + .10 * (1. - abs(d)) + u_shadow_texel.z;
    v_shadow = (u_shadow[0] * vec4(world + n * bias, 1.)).xyz;
#endif
    gl_Position = u_view_projection * vec4(world, 1.);
}
