// Ink on edges. Hardware depth is linear in 1/z, so its second difference is nothing on a plane however steep it lies,
// small at a crease, large at an outline; its sign tells the nearer side, which alone is drawn.
// What was drawn larger (GRAIN times) is inked as it is, point by point, and shrunk to the picture in the same step.
#ifndef GRAIN
#define GRAIN 1
#endif
#define PAIRS (GRAIN > 1 ? 12 : 8)
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_colour;
uniform sampler2D u_depth;
uniform ivec2 u_size;         // of what was drawn
uniform ivec2 u_pixel;        // distance to the neighbours looked at
uniform vec2 u_planes;        // near, far
uniform vec4 u_ink;           // rgb, strength near
uniform vec2 u_ink_far;       // strength far, distance of fading
uniform int u_flat;           // 1: orthographic
uniform vec2 u_focal;         // half the extent of the view at distance 1

float depth_at(ivec2 p) { return texelFetch(u_depth, p, 0).r; }

void main() {
    ivec2 most = u_size - 1;
    ivec2 corner = ivec2(gl_FragCoord.xy) * GRAIN;
    // Nearness (1/z of a perspective view, else a depth that grows toward the eye) is `near` less `slope` times the depth.
    float slope = u_flat == 1 ? u_planes.y - u_planes.x : 1. / u_planes.x - 1. / u_planes.y;
    float near = u_flat == 1 ? slope : 1. / u_planes.x;
    float pixel = 2. * u_focal.y * float(u_pixel.y) / float(u_size.y);
    float light = 1.;
#ifdef FINE
    float first = depth_at(corner);
    if (first < 1. && u_flat == 0) {
        // Ambient darkening at corners and below things: how many near points stand before the surface.
        float dist = 1. / (near - first * slope);
        float reach = clamp(.25 / (dist * u_focal.y), .004, .12);
        float wide = 2. * reach * dist * u_focal.y;
        float shade = 0.;
        // A spiral, turned by another angle at each pixel: what stands near leaves no outline of itself in the shade.
        float turn = 6.2832 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(.06711, .00584))));
        vec2 way = vec2(cos(turn), sin(turn)) * (reach * float(u_size.y) / float(PAIRS));
        for (int i = 0; i < PAIRS; i++) {
            float a = float(i) * 2.39996, r = float(i) + .7;
            ivec2 o = ivec2(vec2(way.x * cos(a) - way.y * sin(a), way.x * sin(a) + way.y * cos(a)) * r);
            if (any(lessThan(corner, abs(o))) || any(greaterThan(corner + abs(o), most))) continue;
            float da = depth_at(corner + o), db = depth_at(corner - o);
            float lift = dist - 1. / max(near - .5 * (da + db) * slope, 1e-5);
            float nearest = dist - 1. / max(near - min(da, db) * slope, 1e-5);
            shade += smoothstep(.016 * wide, .4 * wide, lift) * step(nearest, 2.6 * wide);
        }
        light = 1. - .36 * shade / float(PAIRS);
    }
#endif
    vec3 sum = vec3(0.);
    for (int i = 0; i < GRAIN * GRAIN; i++) {
        ivec2 here = corner + ivec2(i % GRAIN, i / GRAIN);
        float d = depth_at(here);
        float line = 0.;
        // Nobody knows what lies beyond the rim.
        if (d < 1. && all(greaterThanEqual(here, u_pixel)) && all(lessThan(here, u_size - u_pixel))) {
            ivec2 low = here - u_pixel, high = here + u_pixel;
            vec4 around = vec4(depth_at(ivec2(low.x, here.y)), depth_at(ivec2(high.x, here.y)),
                               depth_at(ivec2(here.x, low.y)), depth_at(ivec2(here.x, high.y)));
            // Seen from above, the plain goes on where the ground ends: no edge.
            if (u_flat == 1) around = mix(around, vec4(d), greaterThanEqual(around, vec4(1.)));
            float across = around.x + around.y, along = around.z + around.w;
            float second = (max(across, along) - 2. * d) * slope;
            float dist = u_flat == 1 ? 60. : 1. / (near - d * slope);
            // In metres of relief between this point and its neighbours, against the size of a pixel there.
            float relief = u_flat == 1 ? second / .12 : second * dist * dist / max(pixel * dist, .004);
            line = smoothstep(.9, 3.2, relief - .002 * dist) * mix(u_ink.a, u_ink_far.x, clamp(dist / u_ink_far.y, 0., 1.));
        }
        sum += mix(texelFetch(u_colour, here, 0).rgb * (d < 1. ? light : 1.), u_ink.rgb, line);
    }
    out_colour = vec4(sum / float(GRAIN * GRAIN), 1.);
}
