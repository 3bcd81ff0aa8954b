in vec3 v_sun;
in vec3 v_around;
#ifdef TWOSIDED
in vec2 v_lit;
#endif
#ifdef SHADOWS
in vec3 v_shadow;
uniform sampler2DShadow u_shadow_map;
#endif
layout(location = 0) out vec4 out_colour;

void main() {
    vec3 sun = v_sun;
#ifdef TWOSIDED
    sun *= gl_FrontFacing ? v_lit.x : v_lit.y;
#endif
#ifdef SHADOWS
    sun *= texture(u_shadow_map, v_shadow);
#endif
    out_colour = vec4(tone_exposed(sun + v_around), 1.);
}
