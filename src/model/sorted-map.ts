/** Entries of a node before it is split in two. */
const MOST = 32

/** A leaf has values, any other node children: below each no key is smaller than the one beside it, save in the first. */
class Node<V> {
  /** Who may change it in place. */
  readonly owner: number
  keys: string[]
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
 * for its maker does it change in place, everybody else copies the nodes on the way to what they change.
 */
export class SortedMap<V> {
  #root: Node<V>
  #owner: number
  /** What the last change found in its place. */
  #before: V | undefined
  #size: number

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
    const root = this.#own(this.#root)
    this.#root = root
    const second = this.#put(root, key, value)
    if (second) this.#root = new Node(this.#owner, ['', second.keys[0] as string], NO_VALUES, [root, second])
    return this.#before
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return
    this.#size -= 1
    const root = this.#own(this.#root)
    this.#root = this.#remove(root, key) ? root : new Node<V>(this.#owner, [], [], undefined)
    while (this.#root.children?.length === 1) this.#root = this.#root.children[0] as Node<V>
  }

  /** The values whose keys begin so, in order. Lazy: costs what is taken. */
  *up(prefix = ''): Generator<V> {
    const path = new Path(this.#root, prefix)
    for (let leaf: Node<V> | undefined = path.leaf; leaf; leaf = path.move(1)) {
      const { keys, values } = leaf
      for (let at = path.at; at < keys.length; at++) {
        if (!(keys[at] as string).startsWith(prefix)) return
        yield values[at] as V
      }
    }
  }

  /** The same from the other end. `beyond`: a key greater than all that begin so, and smaller than those after them. */
  *down(prefix: string, beyond: string): Generator<V> {
    const path = new Path(this.#root, beyond)
    path.at -= 1
    for (let leaf: Node<V> | undefined = path.leaf; leaf; leaf = path.move(-1)) {
      const { keys, values } = leaf
      for (let at = path.at; at >= 0; at--) {
        if (!(keys[at] as string).startsWith(prefix)) return
        yield values[at] as V
      }
    }
  }

  values(): Generator<V> {
    return this.up()
  }

  #own(node: Node<V>): Node<V> {
    if (node.owner === this.#owner) return node
    const { keys, values, children } = node
    return children
      ? new Node(this.#owner, keys.slice(), NO_VALUES, children.slice())
      : new Node(this.#owner, keys.slice(), values.slice(), undefined)
  }

  /** Into a node of our own. Answers what became too much for it. */
  #put(node: Node<V>, key: string, value: V): Node<V> | undefined {
    const { keys, values, children } = node
    if (!children) {
      const at = firstFrom(keys, key)
      if (keys[at] === key) {
        this.#before = values[at]
        values[at] = value
        return undefined
      }
      this.#size += 1
      node.keys = withInserted(keys, at, key)
      node.values = withInserted(values, at, value)
      return node.keys.length > MOST ? this.#split(node) : undefined
    }
    const at = childFor(keys, key)
    const child = this.#own(children[at] as Node<V>)
    children[at] = child
    const second = this.#put(child, key, value)
    if (!second) return undefined
    node.keys = withInserted(keys, at + 1, second.keys[0] as string)
    node.children = withInserted(children, at + 1, second)
    return node.keys.length > MOST ? this.#split(node) : undefined
  }

  #split(node: Node<V>): Node<V> {
    const { keys, values, children } = node
    const middle = keys.length >> 1
    node.keys = keys.slice(0, middle)
    if (children) {
      node.children = children.slice(0, middle)
      return new Node(this.#owner, keys.slice(middle), NO_VALUES, children.slice(middle))
    }
    node.values = values.slice(0, middle)
    return new Node(this.#owner, keys.slice(middle), values.slice(middle), undefined)
  }

  /** From a node of our own. Whether anything is left of it. */
  #remove(node: Node<V>, key: string): boolean {
    const { keys, values, children } = node
    if (!children) {
      const at = firstFrom(keys, key)
      keys.splice(at, 1)
      values.splice(at, 1)
      return keys.length > 0
    }
    const at = childFor(keys, key)
    const child = this.#own(children[at] as Node<V>)
    children[at] = child
    if (this.#remove(child, key)) return true
    keys.splice(at, 1)
    children.splice(at, 1)
    return keys.length > 0
  }
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

/** Where somebody is who goes through the leaves of a tree. */
class Path<V> {
  readonly #nodes: Node<V>[] = []
  readonly #places: number[] = []
  leaf: Node<V>
  at: number

  constructor(root: Node<V>, key: string) {
    let node = root
    while (node.children) {
      const place = childFor(node.keys, key)
      this.#nodes.push(node)
      this.#places.push(place)
      node = node.children[place] as Node<V>
    }
    this.leaf = node
    this.at = firstFrom(node.keys, key)
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
    this.leaf = node
    this.at = step === 1 ? 0 : node.keys.length - 1
    return node
  }
}
