/** A file that is still being written. */
export const NEW_ENDING = '.new';
