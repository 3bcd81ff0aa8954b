in vec2 v_uv;
in vec4 v_fill;
in float v_hatch;
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_atlas;

void main() {
    float cover = texture(u_atlas, v_uv).a;
    if (v_hatch > .5 && fract((gl_FragCoord.x - gl_FragCoord.y) / 7.) < .28) cover *= .35;
    out_colour = vec4(v_fill.rgb, v_fill.a * cover);
}
