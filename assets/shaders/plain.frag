in vec4 v_sun;
in vec3 v_around;
#ifdef SHADOWS
in vec3 v_shadow;
uniform sampler2DShadow u_shadow_map;
#endif
layout(location = 0) out vec4 out_colour;

void main() {
#ifdef SHADOWS
    vec3 c = v_sun.rgb * texture(u_shadow_map, v_shadow) + v_around;
#else
    vec3 c = v_sun.rgb + v_around;
#endif
    out_colour = vec4(tone_exposed(c), 1.);
}
