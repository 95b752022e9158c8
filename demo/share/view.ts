/** The Share menu: links, code that embeds the figure, images and text. */

import { copyButton } from '../base/copy.ts';
import { h } from '../base/dom.ts';
import { shared } from '../base/language.ts';
import { canvasOf } from '../figure/draw-picture.ts';
import type { Model, View } from '../model/types.ts';
import { encode } from '../state/url.ts';
import { createDeck } from './deck.ts';
import { toSvg } from './svg.ts';
import { type Palette, paletteNames } from './svg-sheet.ts';
import type { Paint } from './svg-tensor.ts';
import { toAlternative, toMarkdown } from './text.ts';
import { say } from './words.ts';

/** Sets the frame to the height that the figure posts; until then it is 16:9. */
const listener =
  '<script>addEventListener("message",(e)=>{for(const f of document.querySelectorAll("iframe"))' +
  'if(f.contentWindow===e.source&&e.data?.type==="bcast:size")f.style.height=e.data.h+"px"})</script>';

/** The address of a file next to the page, with the state. */
const addressOf = (file: string, { state }: Model): string =>
  new URL(`${file}${encode({ ...state, mode: 'play' })}`, location.href.replace(/#.*/, '')).href;

function embedCode(model: Model): string {
  const title = model.trace.text.replaceAll('"', '&quot;');
  return (
    `<iframe src="${addressOf(shared('embed.html'), model)}" width="100%" ` +
    `style="aspect-ratio:16/9;border:0" sandbox="allow-scripts" title="${title}"></iframe>\n${listener}`
  );
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The colours of the current theme. */
function paletteNow(): Palette {
  const probe = document.body.appendChild(h('span', { hidden: true }));
  const colours = paletteNames.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as unknown as Palette;
}

const paint: Paint = (model, axes) =>
  model.elements && canvasOf(model, model.elements, axes).toDataURL();

const svgBlob = (model: Model): Blob =>
  new Blob([toSvg(model, paletteNow(), paint)], { type: 'image/svg+xml' });

async function pngBlob(model: Model): Promise<Blob> {
  const address = URL.createObjectURL(svgBlob(model));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h('canvas', {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

export const share: View = (container, first) => {
  let model = first;
  const download = (label: string, name: string, make: () => Blob | Promise<Blob>) =>
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: async () => {
          try {
            save(await make(), name);
          } catch (error) {
            model.act.notify(say.failed(name, (error as Error).message));
          }
        },
      },
      label,
    );
  /** Copies the image to the clipboard, or downloads it if the clipboard does not accept images. */
  async function copyPicture(): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngBlob(model) })]);
      model.act.notify(say.pictureCopied);
    } catch {
      save(await pngBlob(model), 'broadcasting.png');
    }
  }

  container.replaceChildren(
    copyButton(say.link, () => addressOf('', model)),
    copyButton(say.embed, () => embedCode(model)),
    h('button', { type: 'button', class: 'quiet', onclick: copyPicture }, say.picture),
    download(say.svg, 'broadcasting.svg', () => svgBlob(model)),
    download(say.png, 'broadcasting.png', () => pngBlob(model)),
    copyButton(say.forum, () => `${toMarkdown(model)}\n\n${addressOf('', model)}`),
    copyButton(say.alternative, () => toAlternative(model)),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: () => model.act.go({ ...model.state, mode: 'play', present: true }),
      },
      say.present,
    ),
    createDeck(
      () => model,
      () => addressOf('', model),
    ),
  );
  return {
    update(next) {
      model = next;
    },
    dispose: () => container.replaceChildren(),
  };
};
