export interface IpAddress {
  text: string;
  /**
   * The IPv4 address, or the /64 of an IPv6 address, because one household usually owns a whole
   * /64.
   */
  network: string;
  isPrivate: boolean;
}

const LONGEST = 64;

const HEXTET = /^[\da-f]{1,4}$/;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;

/** Ranges of RFC 1122, 1918, 3927, 4193, 4291 and 6598. */
const PRIVATE_V4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_V6 = /^::1?$|^(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/;

class Reader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get steps(): number {
    return this.#index;
  }

  get next(): string {
    return this.#text.charAt(this.#index);
  }

  take(character: string): boolean {
    if (this.next !== character || character === "") return false;
    this.#index += 1;
    return true;
  }

  takeAll(kind: RegExp, max: number): string {
    const start = this.#index;
    while (this.#index - start < max && kind.test(this.next)) this.#index += 1;
    return this.#text.slice(start, this.#index);
  }
}

function readOctets(reader: Reader, first: string): number[] | null {
  const octets = [first];
  while (octets.length < 4) {
    if (!reader.take(".")) return null;
    octets.push(reader.takeAll(/^\d$/, 3));
  }
  const numbers = octets.map((octet) => (OCTET.test(octet) ? Number(octet) : 256));
  return numbers.every((number) => number < 256) ? numbers : null;
}

function readNumbers(reader: Reader): number[] | null {
  const groups: number[] = [];
  let gapAt: number | null = null;
  if (reader.take(":")) {
    if (!reader.take(":")) return null;
    gapAt = 0;
  }
  while (groups.length < 8) {
    const group = reader.takeAll(/^[\da-f]$/, 4);
    if (group === "" && gapAt === groups.length) break;
    if (reader.next === ".") {
      const octets = readOctets(reader, group);
      if (!octets || (groups.length === 0 && gapAt === null)) return octets;
      const [a = 0, b = 0, c = 0, d = 0] = octets;
      groups.push(a * 256 + b, c * 256 + d);
      break;
    }
    if (!HEXTET.test(group)) return null;
    groups.push(Number.parseInt(group, 16));
    if (groups.length === 8 || !reader.take(":")) break;
    if (reader.take(":")) {
      if (gapAt !== null) return null;
      gapAt = groups.length;
    }
  }
  if (gapAt === null) return groups.length === 8 ? groups : null;
  if (groups.length > 7) return null;
  const zeros = Array.from({ length: 8 - groups.length }, () => 0);
  return [...groups.slice(0, gapAt), ...zeros, ...groups.slice(gapAt)];
}

function longestZeros(groups: number[]): { start: number; length: number } {
  let best = { start: 0, length: 1 };
  let length = 0;
  groups.forEach((group, index) => {
    length = group === 0 ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  });
  return best;
}

function describeV4(octets: number[]): IpAddress {
  const text = octets.join(".");
  return { text, network: text, isPrivate: PRIVATE_V4.test(text) };
}

function describe(numbers: number[]): IpAddress {
  if (numbers.length === 4) return describeV4(numbers);
  const [, , , , , marker, high = 0, low = 0] = numbers;
  if (marker === 0xffff && numbers.slice(0, 5).every((group) => group === 0)) {
    return describeV4([high >> 8, high & 255, low >> 8, low & 255]);
  }
  const hex = numbers.map((group) => group.toString(16));
  const { start, length } = longestZeros(numbers);
  const text =
    length === 1
      ? hex.join(":")
      : `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
  return {
    text,
    network: `${hex.slice(0, 4).join(":")}::/64`,
    isPrivate: PRIVATE_V6.test(text),
  };
}

export function readAddress(text: string): { address: IpAddress | null; steps: number } {
  if (text.length > LONGEST) return { address: null, steps: 0 };
  const reader = new Reader(text.toLowerCase());
  reader.takeAll(/^\s$/, LONGEST);
  const hasBrackets = reader.take("[");
  const numbers = readNumbers(reader);
  const isV4 = numbers?.length === 4;
  let isWhole = numbers !== null && (hasBrackets ? !isV4 && reader.take("]") : true);
  if ((isV4 || hasBrackets) && reader.take(":")) {
    isWhole &&= reader.takeAll(/^\d$/, 5) !== "";
  }
  reader.takeAll(/^\s$/, LONGEST);
  isWhole &&= reader.next === "";
  return { address: isWhole && numbers ? describe(numbers) : null, steps: reader.steps };
}

export function parseAddress(text: string): IpAddress | null {
  return readAddress(text).address;
}
