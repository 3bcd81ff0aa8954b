in vec3 v_normal;
in vec3 v_world;
in vec4 v_colour;
flat in vec4 v_looks;
in vec2 v_surface;
in vec4 v_sky;
layout(location = 0) out vec4 out_colour;
#ifdef KEPT
layout(location = 1) out vec4 out_bright;  // in the sun, in the shade, and where the shadow map is asked
layout(location = 2) out vec4 out_dark;
layout(location = 3) out vec4 out_place;
vec3 place = vec3(.5, .5, -1.);            // lit, whatever the map holds
#endif

uniform float u_hatch;
uniform vec4 u_grid;          // size of a square in metres, height of the court, strength
uniform vec3 u_grades[5];
uniform mat4 u_shadow[2];
uniform sampler2DShadow u_shadow_map;
uniform vec4 u_shadow_texel;  // texel in u, texel in v, world size of a texel of cascade 0 and 1
uniform sampler3D u_sky_grid;
uniform vec3 u_grid_origin;
uniform vec3 u_grid_size;
uniform float u_ghost_phase;

#ifdef SHADOWS
#ifdef QUARTERS
uniform float u_shadow_soft;  // reach of a soft edge, in texels

// One of four right angles (cosine, sine), by the place of a point in its block of two by two.
vec2 quarter() {
    vec2 odd = mod(floor(gl_FragCoord.xy), 2.);
    return (1. - 2. * odd.x) * vec2(1. - odd.y, odd.y);
}
#endif
float shadow_at(vec3 n) {
    float bias = .02 + .10 * (1. - abs(dot(n, u_to_sun)));
    vec3 p = (u_shadow[0] * vec4(v_world + n * (bias + u_shadow_texel.z), 1.)).xyz;
    float width = .5;
    float shift = 0.;
    if (CASCADES > 1 && (any(lessThan(p.xy, vec2(.004))) || any(greaterThan(p.xy, vec2(.996))))) {
        p = (u_shadow[1] * vec4(v_world + n * (bias + u_shadow_texel.w), 1.)).xyz;
        shift = .5;
    }
    if (any(lessThan(p, vec3(.002))) || any(greaterThan(p, vec3(.998)))) return 1.;
    vec2 uv = CASCADES > 1 ? vec2(p.x * .5 + shift, p.y) : p.xy;
#ifdef KEPT
    place = vec3(uv, p.z);
#endif
    float lit = 0.;
#ifdef QUARTERS
    // Each of the four points of a pixel looks at two places, turned by a right angle from its neighbour's: eight for a pixel.
    vec2 turn = quarter();
    for (int i = 0; i < 2; i++) {
        float r = sqrt((float(i) + .5) / 2.) * u_shadow_soft, a = .3 + float(i) * .8;
        vec2 o = vec2(cos(a) * r, sin(a) * r);
        lit += texture(u_shadow_map, vec3(uv + vec2(o.x * turn.x - o.y * turn.y, o.x * turn.y + o.y * turn.x) * u_shadow_texel.xy, p.z));
    }
    return lit / 2.;
#elif defined(FINE)
    float angle = 6.2832 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(.06711, .00584))));
    for (int i = 0; i < 10; i++) {
        float r = sqrt((float(i) + .5) / 10.) * 2.6;
        float a = angle + float(i) * 2.39996;
        lit += texture(u_shadow_map, vec3(uv + vec2(cos(a), sin(a)) * r * u_shadow_texel.xy, p.z));
    }
    return lit / 10.;
#else
    return texture(u_shadow_map, vec3(uv, p.z));
#endif
}
#endif

vec4 shown(vec3 c, float dist, float line) {
    c = haze(c, dist);
    c = mix(c, c * .45, line);
#ifdef EVIDENCE
    // A warm shine would be taken for a degree: what was chosen is lined in the dark instead, and a little lighter.
    float lined = v_looks.y > 0. ? smoothstep(.42, .72, 1. - abs(dot(normalize(v_normal), normalize(u_eye - v_world)))) * .85 : 0.;
    return vec4(mix(mix(tone(c), vec3(1.), v_looks.y * .25), vec3(.16, .13, .11), lined), 1.);
#else
    return vec4(mix(tone(c), vec3(.95, .62, .25), v_looks.y * .38), 1.);
#endif
}

void main() {
#ifdef GHOST
    // A ghost is drawn on every other pixel: no sorting, and the present shows through.
    if (v_looks.z < .99) {
        float door = fract(dot(floor(gl_FragCoord.xy), vec2(.5, .25)) + u_ghost_phase);
        if (door >= v_looks.z) discard;
    }
#endif
    vec3 n = normalize(v_normal);
    if (!gl_FrontFacing) n = -n;
    vec3 albedo = v_colour.rgb;
    float gloss = v_colour.a;
#ifdef EVIDENCE
    int grade = int(v_looks.x + .5);
    float own = dot(albedo, vec3(.3, .5, .2));
    albedo = u_grades[grade] * (.86 + .28 * clamp(own * 1.6, 0., 1.));
    if (grade == 3 && fract((gl_FragCoord.x + gl_FragCoord.y) / u_hatch) < .26) albedo = mix(albedo, vec3(.85, .72, .62), .8);
#endif
    float d = dot(n, u_to_sun);
    float lit = 1.;
#ifdef SHADOWS
    if (d > 0. || v_surface.y > .5) lit = shadow_at(v_surface.y > .5 && d < 0. ? -n : n);
#endif
#ifdef FINE
    vec4 open_sky = texture(u_sky_grid, (v_world + n * GRID_REACH - u_grid_origin) / u_grid_size);
#else
    vec4 open_sky = v_sky;
#endif
    vec3 sun = u_sun * max(d, 0.);
    if (v_surface.y > .5) sun = u_sun * (.52 * max(d, 0.) + .48 * max(-d, 0.) * vec3(1., .94, .84));
    float sky = open_sky.a;
    vec3 still = albedo * ambient_light(n, open_sky);
    vec3 bright = albedo * sun;
#ifdef EVIDENCE
    // What is not judged stays grey, also in the warm light under a roof: brown would be taken for a degree.
    if (grade == 4) {
        still = albedo * dot(ambient_light(n, open_sky), vec3(.3, .5, .2));
        bright = albedo * dot(sun, vec3(.3, .5, .2));
    }
#endif
    vec3 to_eye = u_eye - v_world;
    float dist = length(to_eye);
#ifdef GLOSSY
    {
        to_eye /= dist;
        vec3 h = normalize(to_eye + u_to_sun);
        float power = exp2(3. + 7. * gloss);
        float glint = gloss < .15 ? 0. : pow(max(dot(n, h), 0.), power) * gloss * gloss;
        float rim = pow(1. - max(dot(n, to_eye), 0.), 4.) * gloss * .35;
        vec3 tint = mix(vec3(.35), albedo * 3., v_surface.x);
        still += tint * (u_hemi * u_hemi_high * rim * sky);
        bright += tint * (u_sun * glint);
    }
#endif
    float line = 0.;
#ifdef GRID
    if (n.y > .97 && u_grid.z > 0.) {
        vec2 at = v_world.xz / u_grid.x;
        vec2 wide = fwidth(at);
        vec2 near = abs(fract(at - .5) - .5) / max(wide, vec2(1e-5));
        vec2 near5 = abs(fract(at / 5. - .5) - .5) / max(wide / 5., vec2(1e-5));
        float thin = (1. - min(min(near.x, near.y), 1.)) * (1. - clamp(max(wide.x, wide.y) * 2.5, 0., 1.));
        float thick = 1. - min(min(near5.x, near5.y) * .6, 1.);
        line = clamp(max(thin * .45, thick * .8), 0., 1.) * u_grid.z;
    }
#endif
    out_colour = shown(still + bright * lit, dist, line);
#ifdef KEPT
    out_bright = shown(still + bright, dist, line);
    out_dark = shown(still, dist, line);
    out_place = vec4(place, 1.);
#endif
}
