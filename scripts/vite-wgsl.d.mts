import type { Plugin } from 'vite';

export function resolveWgsl(path: string): { code: string; files: string[] };
export function wgsl(): Plugin;
