/** Where a dispatch came from. */
export type CommandSource = 'panel' | 'shortcut' | 'tool' | 'menu' | 'program';
