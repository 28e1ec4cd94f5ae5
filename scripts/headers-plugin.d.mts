import type { Plugin } from 'vite';

/** Vite plugin: writes the response headers into dist/_headers. */
export function headersPlugin(script: string): Plugin;
