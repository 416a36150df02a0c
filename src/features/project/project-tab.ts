/** The tabs of a project; `lidar` is shown as registration. */
export type ProjectTab = 'overview' | 'analyzer' | 'canvas' | 'lidar';
