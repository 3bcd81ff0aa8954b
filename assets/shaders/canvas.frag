in vec2 v_uv;
in vec4 v_fill;
in float v_hatch;
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_atlas;

void main() {
    // Words stand on whole pixels: nothing is to be filtered, and software pays for filtering.
    float cover = texelFetch(u_atlas, ivec2(v_uv * vec2(textureSize(u_atlas, 0))), 0).a;
    if (v_hatch > .5 && fract((gl_FragCoord.x - gl_FragCoord.y) / 7.) < .28) cover *= .35;
    out_colour = vec4(v_fill.rgb, v_fill.a * cover);
}
