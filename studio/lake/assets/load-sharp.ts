/** Loads sharp at the first image, because it takes a fifth of the time that the lake needs to start. */
export const loadSharp = async () => (await import('sharp')).default
