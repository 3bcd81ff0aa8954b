// One instance of a shape: vertex data, three rows of its world matrix, and its looks.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 colour;   // sRGB, gloss
layout(location = 3) in vec4 surface;  // metal, cloth, -, -
layout(location = 4) in vec4 row0;
layout(location = 5) in vec4 row1;
layout(location = 6) in vec4 row2;
layout(location = 7) in vec4 looks;    // grade, glow, presence, tint

uniform sampler3D u_sky_grid;
uniform vec3 u_grid_origin;
uniform vec3 u_grid_size;

out vec3 v_normal;
out vec3 v_world;
out vec4 v_colour;
flat out vec4 v_looks;
out vec2 v_surface;
out vec4 v_sky;

void main() {
    vec4 p = vec4(position, 1.);
    vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
    vec3 n = vec3(dot(row0.xyz, normal.xyz), dot(row1.xyz, normal.xyz), dot(row2.xyz, normal.xyz));
    v_normal = n;
    v_world = world;
    v_colour = vec4(to_linear(colour.rgb) * looks.w, colour.a);
    v_looks = looks;
    v_surface = surface.xy;
#ifndef FINE
    vec3 at = (world + normalize(n) * GRID_REACH - u_grid_origin) / u_grid_size;
    v_sky = texture(u_sky_grid, at);
#else
    v_sky = vec4(.5, 1., .5, 1.);
#endif
    gl_Position = u_view_projection * vec4(world, 1.);
}
