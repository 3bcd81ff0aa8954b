// One triangle over the whole screen.
out vec2 v_uv;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1.);
    v_uv = .5 + .5 * p;
    gl_Position = vec4(p, 1., 1.);
}
