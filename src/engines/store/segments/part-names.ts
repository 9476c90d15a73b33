/** A file that is still being written. */
export const NEW_ENDING = '.new';
/** Below the folder of parts: what a backup takes. */
export const COPY_FOLDER = 'copies';
/** The form of parts that this release writes, and the latest that it reads. */
export const PARTS_VERSION = 2;
