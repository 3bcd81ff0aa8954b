// The quick way for software rendering: light, haze and tone are computed at the corners, in the sun and in the shade;
// what is left to each pixel is to choose between the two.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec4 surface;
layout(location = 4) in vec4 row0;
layout(location = 5) in vec4 row1;
layout(location = 6) in vec4 row2;
layout(location = 7) in vec4 looks;
#ifdef BAKED
layout(location = 8) in vec4 baked;    // light from everywhere, computed once for what stands still
#endif

uniform sampler3D u_sky_grid;
uniform vec3 u_grid_origin;
uniform vec3 u_grid_size;
uniform mat4 u_shadow[2];
uniform vec4 u_shadow_texel;

out vec3 v_bright;   // the colour in the sun
#ifdef TWOSIDED
out vec3 v_behind;   // the same, of the back
#endif
#ifdef SHADOWS
out vec3 v_dark;     // the colour in the shade
#endif
#ifdef SHADOWS
out vec3 v_shadow;
#endif

void main() {
    vec4 p = vec4(position, 1.);
    vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
    vec3 n = normalize(vec3(dot(row0.xyz, normal.xyz), dot(row1.xyz, normal.xyz), dot(row2.xyz, normal.xyz)));
    // c^2.2, nearly.
    vec3 albedo = colour.rgb * colour.rgb * (.78 + .22 * colour.rgb) * (looks.w * u_exposure);
#ifdef BAKED
    vec3 ambient = albedo * baked.rgb;
#else
    vec3 ambient = albedo * ambient_light(n, texture(u_sky_grid, (world + n * GRID_REACH - u_grid_origin) / u_grid_size));
#endif
    float d = dot(n, u_to_sun);
    float f = u_haze.a * clamp((distance(u_eye, world) - u_haze_range.x) / u_haze_range.y, 0., 1.);
    ambient += vec3(.95, .62, .25) * (looks.y * .3);
    vec3 around = mix(ambient, u_haze.rgb * u_exposure, f);
    vec3 sun = albedo * u_sun * (1. - f);
#ifdef TWOSIDED
    vec2 lit = max(vec2(d, -d), 0.);
    if (surface.y > .5) lit = .52 * lit + .48 * lit.yx;
    v_bright = tone_exposed(sun * lit.x + around);
    v_behind = tone_exposed(sun * lit.y + around);
#else
    v_bright = tone_exposed(sun * max(d, 0.) + around);
#endif
#ifdef SHADOWS
    v_dark = tone_exposed(around);
    float bias = .02 + .10 * (1. - abs(d)) + u_shadow_texel.z;
#ifdef TWOSIDED
    // Toward the sun, whichever side that is.
    if (d < 0.) bias = -bias;
#endif
    v_shadow = (u_shadow[0] * vec4(world + n * bias, 1.)).xyz;
#endif
    gl_Position = u_view_projection * vec4(world, 1.);
}
