// Sky, far hills and the plain beyond the ground: a backdrop, no part of the reconstruction.
in vec2 v_uv;
layout(location = 0) out vec4 out_colour;
uniform mat4 u_inverse;
uniform vec3 u_horizon;
uniform vec3 u_middle;
uniform vec3 u_zenith;
uniform vec4 u_backdrop;  // rgb of a plain backdrop, a = 1 uses it
uniform int u_evidence;

float hill(float a, float s) {
    return .5 + .22 * sin(a * 3. + s) + .16 * sin(a * 7. + s * 2.3) + .08 * sin(a * 17. + s * 4.1) + .03 * sin(a * 41. + s);
}

void main() {
    if (u_backdrop.a > .5) { out_colour = vec4(u_backdrop.rgb, 1.); return; }
    vec4 far = u_inverse * vec4(v_uv * 2. - 1., 1., 1.);
    vec4 near = u_inverse * vec4(v_uv * 2. - 1., -1., 1.);
    vec3 from = near.xyz / near.w;
    vec3 ray = normalize(far.xyz / far.w - from);
    float up = ray.y;
    float glow = pow(max(dot(normalize(vec3(ray.x, max(ray.y, 0.) * .6 + 1e-5, ray.z)), u_to_sun), 0.), 6.);
    vec3 c = mix(u_horizon, u_middle, smoothstep(0., .16, up));
    c = mix(c, u_zenith, smoothstep(.14, .75, up));
    c = mix(c, vec3(1., .95, .84), .45 * glow * (1. - smoothstep(0., .5, up)));
    float a = atan(ray.x, max(abs(ray.z), 1e-7) * (ray.z > 0. ? -1. : 1.));
    vec3 land = vec3(.478, .494, .376);
    float lit = .86 + .18 * dot(normalize(vec3(ray.x, 1e-5, ray.z)), -vec3(u_to_sun.x, 0., u_to_sun.z));
    for (int i = 0; i < 4; i++) {
        float f = float(i);
        float top = (.098 - .020 * f) * hill(a, 1.7 + f * 2.1) + .004 - u_eye.y * .0002;
        vec3 h = mix(mix(u_horizon, u_middle, .55) * .93, land * lit, .10 + .20 * f);
        c = mix(c, h, smoothstep(top + .0009, top - .0009, up));
    }
    // A line of trees far off, then the plain, which fades into it.
    vec3 wood = mix(mix(u_horizon, u_middle, .5) * .95, land * lit * .95, .52);
    float crown = .0072 + .0022 * sin(a * 37. + 3. * sin(a * 13.)) * sin(a * 19. + 1.3) + .0009 * abs(sin(a * 211. + 2. * sin(a * 57.))) + .0025 * sin(a * 5. + .7) - u_eye.y * .00012;
    c = mix(c, wood, smoothstep(crown + .0007, crown - .0007, up));
    if (up < .0) {
        // From the eye; or from above it, in a view without perspective.
        float reach = from.y / max(-up, 1e-4);
        vec3 at = from + ray * reach;
        float n = sin(at.x * .11 + sin(at.z * .07) * 2.) * sin(at.z * .09 + sin(at.x * .05) * 2.);
        float m = sin(at.x * .023 + sin(at.z * .017) * 1.7) * sin(at.z * .021 + sin(at.x * .013) * 2.3);
        vec3 grass = mix(vec3(.60, .60, .435), vec3(.71, .665, .505), .5 + .34 * n * exp(-reach * .006) + .3 * m * exp(-reach * .0012));
        vec3 sunlit = tone(to_linear(grass) * (u_sun * u_to_sun.y + u_hemi * u_hemi_high));
        // Straight below there is no distance to fade into.
        vec3 plain = mix(sunlit, wood, (1. - exp(-reach * .0019)) * smoothstep(1., .9, -up));
        c = mix(c, plain, smoothstep(.0, -.0008, up));
    }
    if (u_evidence == 1) c = mix(vec3(dot(c, vec3(.3, .59, .11))), vec3(.86, .86, .86), up < .0 ? .35 : .2);
    out_colour = vec4(c, 1.);
}
