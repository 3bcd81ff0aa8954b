// Plates, lines and words of the interface; places are pixels from the upper left corner.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 fill;
layout(location = 3) in float hatch;
uniform vec2 u_screen;
out vec2 v_uv;
out vec4 v_fill;
out float v_hatch;

void main() {
    v_uv = uv;
    v_fill = fill;
    v_hatch = hatch;
    gl_Position = vec4(place.x / u_screen.x * 2. - 1., 1. - place.y / u_screen.y * 2., 0., 1.);
}
