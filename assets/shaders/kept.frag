// Parts of the kept picture without its ink, where something moves before it or throws a new shadow on it.
layout(location = 0) out vec4 out_colour;
#ifdef SHADOWS
uniform sampler2D u_bright;
uniform sampler2D u_dark;
uniform sampler2D u_place;
uniform sampler2DShadow u_shadow_map;
#else
uniform sampler2D u_colour;
#endif

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
#ifdef SHADOWS
    float lit = texture(u_shadow_map, texelFetch(u_place, here, 0).xyz);
    out_colour = mix(texelFetch(u_dark, here, 0), texelFetch(u_bright, here, 0), lit);
#else
    out_colour = texelFetch(u_colour, here, 0);
#endif
}
