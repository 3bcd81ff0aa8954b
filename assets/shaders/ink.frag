// Ink on edges. Hardware depth is linear in 1/z, so its second difference is nothing on a plane however steep it lies,
// small at a crease, large at an outline; its sign tells the nearer side, which alone is drawn.
in vec2 v_uv;
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_colour;
uniform sampler2D u_depth;
uniform ivec2 u_pixel;        // distance to the neighbours looked at
uniform ivec2 u_size;
uniform vec2 u_planes;        // near, far
uniform vec4 u_ink;           // rgb, strength near
uniform vec2 u_ink_far;       // strength far, distance of fading
uniform int u_flat;           // 1: orthographic
uniform mat4 u_inverse;
uniform vec2 u_focal;         // half the extent of the view at distance 1

float inverse_z(float d) {
    // 1/z of a perspective view; for a flat view the depth itself, turned round so that nearer is larger.
    if (u_flat == 1) return (1. - d) * (u_planes.y - u_planes.x);
    return (1. / u_planes.x) - d * (1. / u_planes.x - 1. / u_planes.y);
}

void main() {
    // texelFetch costs software rendering a third of a filtered look-up.
    ivec2 here = ivec2(gl_FragCoord.xy);
    vec3 c = texelFetch(u_colour, here, 0).rgb;
    float d0 = texelFetch(u_depth, here, 0).r;
    float z0 = inverse_z(d0);
#ifdef FINE
    if (d0 < 1.) {
        // Ambient darkening at corners and below things: how many near points stand before the surface.
        float dist = u_flat == 1 ? 30. : 1. / z0;
        float reach = u_flat == 1 ? .25 : clamp(.5 / (dist * u_focal.y) * .5, .004, .12);
        float angle = 6.2832 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(.06711, .00584))));
        float wide = 2. * reach * dist * u_focal.y;
        float shade = 0.;
        for (int i = 0; i < 8 && u_flat == 0; i++) {
            float r = reach * (float(i) + .7) / 8.;
            float a = angle + float(i) * 2.39996;
            vec2 o = vec2(cos(a) * u_focal.y / u_focal.x, sin(a)) * r;
            if (any(lessThan(v_uv - abs(o), vec2(0.))) || any(greaterThan(v_uv + abs(o), vec2(1.)))) continue;
            float za = inverse_z(texture(u_depth, v_uv + o).r);
            float zb = inverse_z(texture(u_depth, v_uv - o).r);
            float lift = dist - 1. / max(.5 * (za + zb), 1e-5);
            float nearest = dist - 1. / max(max(za, zb), 1e-5);
            shade += smoothstep(.016 * wide, .4 * wide, lift) * step(nearest, 2.6 * wide);
        }
        c *= 1. - .36 * shade / 8.;
    }
#endif
    if (d0 < 1. && all(greaterThanEqual(here, u_pixel)) && all(lessThan(here, u_size - u_pixel))) {
        float l = inverse_z(texelFetch(u_depth, here - ivec2(u_pixel.x, 0), 0).r);
        float r = inverse_z(texelFetch(u_depth, here + ivec2(u_pixel.x, 0), 0).r);
        float t = inverse_z(texelFetch(u_depth, here + ivec2(0, u_pixel.y), 0).r);
        float b = inverse_z(texelFetch(u_depth, here - ivec2(0, u_pixel.y), 0).r);
        vec2 second = vec2(2. * z0 - l - r, 2. * z0 - t - b);
        float dist = u_flat == 1 ? 60. : 1. / z0;
        // In metres of relief between this pixel and its neighbours, against the size of a pixel there.
        vec2 relief = u_flat == 1 ? second : second * dist * dist;
        float size = u_flat == 1 ? .12 : max(2. * u_focal.y * float(u_pixel.y) / float(u_size.y) * dist, .004);
        float edge = max(relief.x, relief.y);
        float line = smoothstep(.9, 3.2, edge / size - .02 * dist * .1);
        float strength = mix(u_ink.a, u_ink_far.x, clamp(dist / u_ink_far.y, 0., 1.));
        c = mix(c, u_ink.rgb, line * strength);
    }
    out_colour = vec4(c, 1.);
}
