/** The views that are printed into the document and never change: `data-printed` names them there. */
import type { Views } from '../app/mount.ts';
import { gallery } from '../views/gallery.ts';
import { golden } from '../views/golden.ts';

export const printed: Views = { gallery, golden };
