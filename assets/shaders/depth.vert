layout(location = 0) in vec3 position;
layout(location = 4) in vec4 row0;
layout(location = 5) in vec4 row1;
layout(location = 6) in vec4 row2;

void main() {
    vec4 p = vec4(position, 1.);
    gl_Position = u_view_projection * vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1.);
}
