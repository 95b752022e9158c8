/** Views that are prerendered and never change; the document names them in `data-printed`. */
import type { Views } from '../app/mount.ts';
import { gallery } from '../views/gallery.ts';
import { golden } from '../views/golden.ts';

export const printed: Views = { gallery, golden };
