// A backdrop that was drawn small, stretched behind everything.
in vec2 v_uv;
layout(location = 0) out vec4 out_colour;
#ifdef KEPT
layout(location = 1) out vec4 out_bright;
layout(location = 2) out vec4 out_dark;
layout(location = 3) out vec4 out_place;
#endif
uniform sampler2D u_colour;

void main() {
    out_colour = texture(u_colour, v_uv);
#ifdef KEPT
    out_bright = out_dark = out_colour;
    out_place = vec4(.5, .5, -1., 1.);
#endif
}
