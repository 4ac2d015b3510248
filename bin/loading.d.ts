/** Loads the modules below a folder's URL sooner than Node does by itself. */
export function loadQuickly(home: string, onLoad?: (url: string) => void): void
