/** Entries of a node before it is split in two. */
const MOST = 24

/** A leaf has values, any other node children: below each no key is smaller than the one beside it, save in the first. */
class Node<V> {
  /** The owner, which may change it in place. */
  readonly owner: number
  keys: string[]
  /** A copy with the same keys shares them, and they are not changed. */
  sharesKeys = false
  values: V[]
  children: Node<V>[] | undefined

  constructor(owner: number, keys: string[], values: V[], children: Node<V>[] | undefined) {
    this.owner = owner
    this.keys = keys
    this.values = values
    this.children = children
  }
}

const NO_VALUES: never[] = []
let owners = 0

/**
 * A map in order of its keys: a B+ tree whose copies share what neither changes. Each node knows who made it; only
 * for its maker does it change in place, everybody else copies the nodes on the way to what they change. Written by
 * hand because requests that change something spend most of the model's time here: it takes about two thirds of the
 * time that sorted-btree takes for the same (bench/sorted-map.ts).
 */
export class SortedMap<V> {
  #root: Node<V>
  #owner: number
  /** The value that the last change replaced. */
  #before: V | undefined
  /** The node that the last change split off. */
  #second: Node<V> | undefined
  #size: number
  readonly #walks = { count: 0 }

  constructor(root?: Node<V>, size = 0) {
    this.#owner = owners++
    this.#size = size
    this.#root = root ?? new Node<V>(this.#owner, [], [], undefined)
  }

  /** From now on neither changes what the other has. */
  clone(): SortedMap<V> {
    this.#owner = owners++
    return new SortedMap(this.#root, this.#size)
  }

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    const leaf = leafFor(this.#root, key)
    const at = firstFrom(leaf.keys, key)
    return leaf.keys[at] === key ? leaf.values[at] : undefined
  }

  /** Answers what was there before. */
  set(key: string, value: V): V | undefined {
    this.#before = undefined
    this.#second = undefined
    const root = this.#put(this.#root, key, value)
    const second = this.#second as Node<V> | undefined
    this.#root = second ? new Node(this.#owner, ['', second.keys[0] as string], NO_VALUES, [root, second]) : root
    return this.#before
  }

  /** Puts in all at once what an empty map is to have: a fraction of the time that one after the other takes. */
  fill(entries: ReadonlyMap<string, V>): void {
    const sorted = [...entries.keys()].sort()
    const valuesOf = (keys: readonly string[]) => keys.map((key) => entries.get(key) as V)
    let nodes = parts(sorted).map((keys) => new Node(this.#owner, keys, valuesOf(keys), undefined))
    while (nodes.length > 1)
      nodes = parts(nodes).map((below) => new Node(this.#owner, below.map(firstKey), NO_VALUES, below))
    this.#root = nodes[0] ?? this.#root
    this.#size = sorted.length
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return
    this.#size -= 1
    this.#root = this.#remove(this.#root, key) ?? new Node<V>(this.#owner, [], [], undefined)
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0] as Node<V>
  }

  /** True while somebody iterates over it, so that it must not change. */
  get walked(): boolean {
    return this.#walks.count > 0
  }

  /** The values whose keys begin so, in order. Lazy: costs what is taken. */
  up(prefix = ''): Walk<V> {
    return new Walk(this.#root, this.#walks, { prefix, from: prefix, step: 1 })
  }

  /** The same from the other end. `beyond`: a key greater than all that begin so, and smaller than those after them. */
  down(prefix: string, beyond: string): Walk<V> {
    return new Walk(this.#root, this.#walks, { prefix, from: beyond, step: -1 })
  }

  values(): Walk<V> {
    return this.up()
  }

  /** The node with the entry in it: itself when it is ours. What became too much for it is left in `#second`. */
  #put(node: Node<V>, key: string, value: V): Node<V> {
    const { keys, values, children } = node
    if (children) return this.#putBelow(node, children, key, value)
    const at = firstFrom(keys, key)
    if (keys[at] === key) {
      this.#before = values[at]
      const own = node.owner === this.#owner ? node : withSameKeys(this.#owner, node, values.slice(), undefined)
      own.values[at] = value
      return own
    }
    this.#size += 1
    if (node.owner === this.#owner && !node.sharesKeys) {
      insert(keys, at, key)
      insert(values, at, value)
      if (keys.length > MOST) this.#second = this.#secondHalf(node)
      return node
    }
    return this.#withinBounds(node, withInserted(keys, at, key), withInserted(values, at, value), undefined)
  }

  #putBelow(node: Node<V>, children: Node<V>[], key: string, value: V): Node<V> {
    const at = childFor(node.keys, key)
    const child = this.#put(children[at] as Node<V>, key, value)
    const second = this.#second
    const own = this.#withChild(node, at, child)
    if (!second) return own
    this.#second = undefined
    const keys = withInserted(node.keys, at + 1, second.keys[0] as string)
    return this.#withinBounds(own, keys, NO_VALUES, withInserted(own.children ?? [], at + 1, second))
  }

  #withChild(node: Node<V>, at: number, child: Node<V>): Node<V> {
    const own =
      node.owner === this.#owner ? node : withSameKeys(this.#owner, node, NO_VALUES, (node.children ?? []).slice())
    if (own.children) own.children[at] = child
    return own
  }

  /** Takes it out of a leaf of ours, which keeps the room it has. */
  #secondHalf({ keys, values }: Node<V>): Node<V> {
    const half = keys.length >> 1
    return new Node(this.#owner, keys.splice(half), values.splice(half), undefined)
  }

  /** A node that holds these; when they are too many, half of them go to `#second`. */
  #withinBounds(node: Node<V>, keys: string[], values: V[], children: Node<V>[] | undefined): Node<V> {
    const own = node.owner === this.#owner ? node : new Node(this.#owner, keys, values, children)
    const half = keys.length > MOST ? keys.length >> 1 : keys.length
    const all = half === keys.length
    own.keys = all ? keys : keys.slice(0, half)
    own.sharesKeys = false
    own.values = all || children ? values : values.slice(0, half)
    own.children = all ? children : children?.slice(0, half)
    if (!all)
      this.#second = new Node(
        this.#owner,
        keys.slice(half),
        children ? NO_VALUES : values.slice(half),
        children?.slice(half),
      )
    return own
  }

  /** The node without an entry that is there; undefined when nothing is left of it. */
  #remove(node: Node<V>, key: string): Node<V> | undefined {
    const { keys, values, children } = node
    const at = children ? childFor(keys, key) : firstFrom(keys, key)
    const child = children && this.#remove(children[at] as Node<V>, key)
    if (child) return this.#withChild(node, at, child)
    if (keys.length === 1) return undefined
    return new Node(
      this.#owner,
      without(keys, at),
      children ? NO_VALUES : without(values, at),
      children && without(children, at),
    )
  }
}

function withSameKeys<V>(owner: number, node: Node<V>, values: V[], children: Node<V>[] | undefined): Node<V> {
  const copy = new Node(owner, node.keys, values, children)
  copy.sharesKeys = true
  node.sharesKeys = true
  return copy
}

const firstKey = ({ keys }: Node<unknown>): string => keys[0] as string

/** Initial number of entries in a node, with room for more. */
const FEWER = 16

function parts<T>(all: readonly T[]): T[][] {
  const found: T[][] = []
  for (let at = 0; at < all.length; at += FEWER) found.push(all.slice(at, at + FEWER))
  return found
}

function without<T>(items: readonly T[], at: number): T[] {
  const made = items.slice()
  made.splice(at, 1)
  return made
}

function leafFor<V>(root: Node<V>, key: string): Node<V> {
  let node = root
  while (node.children) node = node.children[childFor(node.keys, key)] as Node<V>
  return node
}

function withInserted<T>(items: readonly T[], at: number, item: T): T[] {
  const { length } = items
  const made = new Array<T>(length + 1)
  for (let index = 0; index < at; index++) made[index] = items[index] as T
  made[at] = item
  for (let index = at; index < length; index++) made[index + 1] = items[index] as T
  return made
}

function insert<T>(items: T[], at: number, item: T): void {
  for (let index = items.length; index > at; index--) items[index] = items[index - 1] as T
  items[at] = item
}

/** The place of the first key that is not smaller. */
function firstFrom(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The child that a key is below, if it is anywhere: what is smaller than all belongs to the first. */
function childFor(keys: readonly string[], key: string): number {
  let low = 1
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as string) <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Course {
  readonly prefix: string
  readonly from: string
  readonly step: 1 | -1
}

/** Goes through the values whose keys begin alike. It counts among the map's walks until it has come to an end. */
class Walk<V> implements IterableIterator<V, undefined> {
  readonly #root: Node<V>
  readonly #prefix: string
  /** The key it starts from. */
  readonly #from: string
  readonly #step: 1 | -1
  readonly #walks: { count: number }
  #leaf: Node<V> | undefined
  #at: number
  /** Most groups end in the leaf they begin in, and need none. */
  #path: Path<V> | undefined

  constructor(root: Node<V>, walks: { count: number }, { prefix, from, step }: Course) {
    this.#root = root
    this.#prefix = prefix
    this.#from = from
    this.#step = step
    this.#walks = walks
    const leaf = leafFor(root, from)
    const first = firstFrom(leaf.keys, from)
    this.#leaf = leaf
    this.#at = step === 1 ? first : first - 1
    walks.count += 1
  }

  next(): IteratorResult<V, undefined> {
    for (let leaf = this.#leaf; leaf; leaf = this.#nextLeaf()) {
      const at = this.#at
      if (at < 0 || at >= leaf.keys.length) continue
      if (!(leaf.keys[at] as string).startsWith(this.#prefix)) break
      this.#at = at + this.#step
      return { value: leaf.values[at] as V, done: false }
    }
    return this.return()
  }

  [Symbol.iterator](): this {
    return this
  }

  return(): { readonly value: undefined; readonly done: true } {
    if (this.#leaf) this.#walks.count -= 1
    this.#leaf = undefined
    return END
  }

  /** Undefined when there is none; the present one stays until the end is noted. */
  #nextLeaf(): Node<V> | undefined {
    this.#path ??= new Path(this.#root, this.#from)
    const leaf = this.#path.move(this.#step)
    if (!leaf) return undefined
    this.#leaf = leaf
    this.#at = this.#step === 1 ? 0 : leaf.keys.length - 1
    return leaf
  }
}

const END = { value: undefined, done: true } as const

/** The way to a leaf, to go on from it to the next. */
class Path<V> {
  readonly #nodes: Node<V>[] = []
  readonly #places: number[] = []

  constructor(root: Node<V>, key: string) {
    let node = root
    while (node.children) {
      const place = childFor(node.keys, key)
      this.#nodes.push(node)
      this.#places.push(place)
      node = node.children[place] as Node<V>
    }
  }

  /** To the leaf after this one, or the one before. */
  move(step: 1 | -1): Node<V> | undefined {
    let depth = this.#nodes.length - 1
    while (depth >= 0 && !this.#nodes[depth]?.children?.[(this.#places[depth] as number) + step]) depth--
    if (depth < 0) return undefined
    const place = (this.#places[depth] as number) + step
    this.#places[depth] = place
    let node = this.#nodes[depth]?.children?.[place] as Node<V>
    while (node.children) {
      depth++
      const first = step === 1 ? 0 : node.children.length - 1
      this.#nodes[depth] = node
      this.#places[depth] = first
      node = node.children[first] as Node<V>
    }
    return node
  }
}
