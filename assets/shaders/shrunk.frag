// A backdrop that was drawn small, stretched behind everything.
in vec2 v_uv;
layout(location = 0) out vec4 out_colour;
uniform sampler2D u_colour;

void main() { out_colour = texture(u_colour, v_uv); }
