/** Drops thumbnails, history and lost parts. Source: XMP specification part 1 (RDF/XML). */

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** Longest packet; a JPEG segment has room for a quarter of it. */
const MOST_BYTES = 262_144;

/** Property names by namespace; `true` for all. */
const KEPT: ReadonlyMap<string, true | RegExp> = new Map<string, true | RegExp>([
  ['http://purl.org/dc/elements/1.1/', true],
  ['http://ns.adobe.com/xap/1.0/', /^(?!Thumbnails$)/u],
  ['http://ns.adobe.com/xap/1.0/rights/', true],
  [
    'http://ns.adobe.com/photoshop/1.0/',
    /^(?:AuthorsPosition|CaptionWriter|Category|City|Country|Credit|DateCreated|Headline|Instructions|Source|State|SupplementalCategories|TransmissionReference|Urgency)$/u,
  ],
  ['http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/', true],
  ['http://iptc.org/std/Iptc4xmpExt/2008-02-29/', true],
  ['http://ns.useplus.org/ldf/xmp/1.0/', true],
  ['http://ns.adobe.com/exif/1.0/', /^(?!PixelXDimension$|PixelYDimension$|MakerNote$)/u],
  ['http://cipa.jp/exif/1.0/', true],
  ['http://ns.adobe.com/exif/1.0/aux/', true],
  [
    'http://ns.adobe.com/tiff/1.0/',
    /^(?:Make|Model|Artist|Copyright|ImageDescription|DateTime|Software)$/u,
  ],
  ['http://ns.adobe.com/lightroom/1.0/', /^hierarchicalSubject$/u],
]);
const PLACE = /^(?:GPS.*|Location.*|City|State|Province.*|Country.*|Sublocation)$/u;

const TAG =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(?<closing>\/?)(?<name>[\w.:-]+)(?<attributes>(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/gu;
const ATTRIBUTE = /(?<name>[\w.:-]+)\s*=\s*(?<value>"[^"<]*"|'[^'<]*')/gu;

/** @returns a packet; `undefined` if nothing is kept, or it is invalid */
export function xmpForResult(xmp: Buffer, keepsPlace: boolean): Buffer | undefined {
  if (xmp.length > MOST_BYTES) return undefined;
  const text = xmp.toString('utf8');
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) return undefined;
  const found = propertiesOf(text, (namespace, name) => {
    const rule = KEPT.get(namespace);
    return (
      rule !== undefined && (rule === true || rule.test(name)) && (keepsPlace || !PLACE.test(name))
    );
  });
  if (found === undefined || found.length === 0) return undefined;
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">
${found.join('\n')}
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`,
  );
}

type Namespaces = ReadonlyMap<string, string>;

interface Open {
  readonly name: string;
  readonly namespaces: Namespaces;
}

/** Returns descriptions with the kept properties; `undefined` for mismatched tags. */
function propertiesOf(
  text: string,
  isKept: (namespace: string, name: string) => boolean,
): readonly string[] | undefined {
  const open: Open[] = [];
  const descriptions: string[] = [];
  let attributes = '';
  let elements: string[] = [];
  let property: { readonly start: number; readonly depth: number } | undefined;
  let description: { readonly namespaces: Namespaces; readonly depth: number } | undefined;
  const isNamed = ({ name, namespaces }: Open, local: string) =>
    expand(name, namespaces).join('') === RDF + local;

  for (const { index, 0: whole, groups = {} } of text.matchAll(TAG)) {
    const { closing, name, attributes: given = '', empty } = groups;
    if (name === undefined) continue;
    const end = index + whole.length;
    if (closing === '') {
      const own = [...given.matchAll(ATTRIBUTE)].map(
        ({ groups: { name: key = '', value = '""' } = {} }) => [key, value] as const,
      );
      const namespaces = withNamespaces(open.at(-1)?.namespaces ?? new Map(), own);
      const parent = open.at(-1);
      open.push({ name, namespaces });
      if (description === undefined && parent !== undefined && isNamed(parent, 'RDF')) {
        description = { namespaces, depth: open.length };
        attributes = own
          .filter(([key]) => key.includes(':') && isKept(...expand(key, namespaces)))
          .map(([key, value]) => ` ${key}=${value}`)
          .join('');
        elements = [];
      } else if (description !== undefined && property === undefined) {
        if (isKept(...expand(name, namespaces))) property = { start: index, depth: open.length };
        else property = { start: -1, depth: open.length };
      }
      if (empty === '') continue;
    }
    if (open.at(-1)?.name !== name) return undefined;
    if (property?.depth === open.length) {
      if (property.start >= 0) elements.push(text.slice(property.start, end));
      property = undefined;
    } else if (description?.depth === open.length) {
      if (attributes !== '' || elements.length > 0) {
        descriptions.push(written(description.namespaces, attributes, elements));
      }
      description = undefined;
    }
    open.pop();
  }
  return open.length === 0 ? descriptions : undefined;
}

function written(namespaces: Namespaces, attributes: string, elements: readonly string[]): string {
  const declared = [...namespaces]
    .filter(([prefix]) => prefix !== 'rdf')
    .map(([prefix, address]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${address}"`)
    .join('');
  return `<rdf:Description rdf:about=""${declared}${attributes}>${elements.join('')}</rdf:Description>`;
}

function withNamespaces(
  outer: Namespaces,
  attributes: readonly (readonly [string, string])[],
): Namespaces {
  const own = attributes.filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  if (own.length === 0) return outer;
  return new Map([
    ...outer,
    ...own.map(([key, value]) => [key.slice(6), value.slice(1, -1).replaceAll('"', '')] as const),
  ]);
}

function expand(name: string, namespaces: Namespaces): readonly [string, string] {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  return [namespaces.get(prefix) ?? '', name.slice(colon + 1)];
}
