in vec3 v_bright;
#ifdef TWOSIDED
in vec3 v_behind;
#endif
#ifdef SHADOWS
in vec3 v_dark;
in vec3 v_shadow;
uniform sampler2DShadow u_shadow_map;
#endif
layout(location = 0) out vec4 out_colour;

void main() {
#ifdef TWOSIDED
    vec3 bright = gl_FrontFacing ? v_bright : v_behind;
#else
    vec3 bright = v_bright;
#endif
#ifdef SHADOWS
    bright = mix(v_dark, bright, texture(u_shadow_map, v_shadow));
#endif
    out_colour = vec4(bright, 1.);
}
