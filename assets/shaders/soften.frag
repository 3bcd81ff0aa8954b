// Edges softened with their neighbours: what multisampling would do, at a fraction of its cost. Ink is laid before.
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_colour;
uniform ivec2 u_size;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    ivec2 most = u_size - 1;
    vec3 c = texelFetch(u_colour, here, 0).rgb;
    vec3 near = texelFetch(u_colour, max(here - ivec2(1, 0), ivec2(0)), 0).rgb + texelFetch(u_colour, min(here + ivec2(1, 0), most), 0).rgb
              + texelFetch(u_colour, max(here - ivec2(0, 1), ivec2(0)), 0).rgb + texelFetch(u_colour, min(here + ivec2(0, 1), most), 0).rgb;
    vec3 apart = abs(near * .25 - c);
    c = mix(c, near * .25, .5 * smoothstep(.02, .14, max(apart.r, max(apart.g, apart.b))));
    out_colour = vec4(c, 1.);
}
