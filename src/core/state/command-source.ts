/** The origin of a dispatch. */
export type CommandSource = 'panel' | 'shortcut' | 'tool' | 'menu' | 'program';
