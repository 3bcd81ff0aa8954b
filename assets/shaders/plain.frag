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
#ifdef KEPT
layout(location = 1) out vec4 out_bright;  // in the sun, in the shade, and where the shadow map is asked
layout(location = 2) out vec4 out_dark;
layout(location = 3) out vec4 out_place;
#endif

void main() {
#ifdef TWOSIDED
    vec3 bright = gl_FrontFacing ? v_bright : v_behind;
#else
    vec3 bright = v_bright;
#endif
#ifdef KEPT
    out_bright = vec4(bright, 1.);
    out_dark = vec4(v_dark, 1.);
    out_place = vec4(v_shadow, 1.);
#endif
#ifdef SHADOWS
    bright = mix(v_dark, bright, texture(u_shadow_map, v_shadow));
#endif
    out_colour = vec4(bright, 1.);
}
