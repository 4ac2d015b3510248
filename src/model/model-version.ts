/** Names the shape of rows. It changes whenever a world that was saved before could not be read any more. */
export const MODEL_VERSION = '1'
