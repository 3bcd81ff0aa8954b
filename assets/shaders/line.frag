// Ink on edges, laid over the picture: the quick form of ink.frag, which draws nothing where there is no line.
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_depth;
uniform ivec2 u_pixel;
uniform vec4 u_ink;
uniform vec2 u_ink_far;
uniform vec4 u_line;          // 1/near, 1/near - 1/far, size of a pixel at distance 1, least size

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float d = texelFetch(u_depth, here, 0).r;
    float twice = 2. * d;
#ifdef QUADS
    // Pixels are drawn four at a time and each knows its two neighbours of the four; only the two outside are looked up.
    ivec2 side = (here & 1) * 2 - 1;
    float x = d - float(side.x) * dFdx(d) + texelFetch(u_depth, here + ivec2(side.x, 0), 0).r;
    float y = d - float(side.y) * dFdy(d) + texelFetch(u_depth, here + ivec2(0, side.y), 0).r;
#else
    float x = texelFetch(u_depth, here - ivec2(u_pixel.x, 0), 0).r + texelFetch(u_depth, here + ivec2(u_pixel.x, 0), 0).r;
    float y = texelFetch(u_depth, here - ivec2(0, u_pixel.y), 0).r + texelFetch(u_depth, here + ivec2(0, u_pixel.y), 0).r;
#endif
    float second = (max(x, y) - twice) * u_line.y;
    float dist = 1. / (u_line.x - d * u_line.y);
    float relief = second * dist * dist / max(u_line.z * dist, u_line.w);
    float line = clamp((relief - .9) * .43, 0., 1.);
    if (line <= 0. || d >= 1.) discard;
    out_colour = vec4(u_ink.rgb, line * mix(u_ink.a, u_ink_far.x, min(dist / u_ink_far.y, 1.)));
}
