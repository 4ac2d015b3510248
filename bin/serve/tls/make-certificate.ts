import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { bareField, bits, field, instant, integer, objectIdentifier, octets, sequence, set, text, yes } from './der.ts'

/** PEM texts of a certificate for a server, its key, and the certificate of the authority that signed it. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

const DAY_MS = 86_400_000
/** Browsers accept a little more than a year at most. */
const DAYS = 365

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
}

/**
 * A certificate for these host names and addresses, from an authority made for it alone (RFC 5280). The authority's key is
 * forgotten at once, so nobody can use it to vouch for anything else.
 */
export function makeCertificate(hosts: readonly string[]): ServerCertificate {
  const authority = { name: 'Understudy, a mock server', keys: newKeys() }
  const server = { name: hosts[0] ?? 'localhost', keys: newKeys() }
  const usage = (bit: number) => octets(bits(Buffer.from([bit]), trailingZeros(bit)))
  const ca = certificate(authority, authority, [
    extension(OID.basicConstraints, octets(sequence(yes())), yes()),
    extension(OID.keyUsage, usage(SIGNS_CERTIFICATES), yes()),
  ])
  const cert = certificate(server, authority, [
    extension(OID.basicConstraints, octets(sequence()), yes()),
    extension(OID.keyUsage, usage(SIGNS_DATA), yes()),
    extension(OID.extendedUsage, octets(sequence(objectIdentifier(OID.serverAuthentication)))),
    extension(OID.alternativeNames, octets(sequence(...hosts.map(alternativeName)))),
  ])
  const key = server.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { cert: pem(cert), key, ca: pem(ca) }
}

interface Party {
  readonly name: string
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Bits of the key usage, the first one highest. */
const SIGNS_DATA = 0x80
const SIGNS_CERTIFICATES = 0x04
const trailingZeros = (byte: number): number => 31 - Math.clz32(byte & -byte)

function certificate(subject: Party, issuer: Party, extensions: readonly Buffer[]): Buffer {
  const algorithm = sequence(objectIdentifier(OID.ecdsaWithSha256))
  const now = Date.now()
  const unsigned = sequence(
    field(0, integer(Buffer.from([2]))),
    integer(serialNumber()),
    algorithm,
    nameOf(issuer),
    sequence(instant(new Date(now - DAY_MS)), instant(new Date(now + DAYS * DAY_MS))),
    nameOf(subject),
    publicKeyOf(subject),
    field(
      3,
      sequence(
        ...extensions,
        extension(OID.subjectKey, octets(octets(keyIdOf(subject)))),
        extension(OID.authorityKey, octets(sequence(bareField(0, keyIdOf(issuer))))),
      ),
    ),
  )
  return sequence(unsigned, algorithm, bits(sign('sha256', unsigned, issuer.keys.privateKey)))
}

/** Positive and without leading zeros. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

const nameOf = ({ name }: Party): Buffer => sequence(set(sequence(objectIdentifier(OID.commonName), text(name))))

const publicKeyOf = ({ keys }: Party): Buffer => keys.publicKey.export({ type: 'spki', format: 'der' })

const keyIdOf = (party: Party): Buffer => createHash('sha1').update(publicKeyOf(party)).digest()

const extension = (id: string, value: Buffer, critical?: Buffer): Buffer =>
  critical ? sequence(objectIdentifier(id), critical, value) : sequence(objectIdentifier(id), value)

function alternativeName(host: string): Buffer {
  const family = isIP(host)
  if (family === 0) return bareField(2, Buffer.from(host, 'ascii'))
  return bareField(7, family === 4 ? Buffer.from(host.split('.').map(Number)) : ipv6Bytes(host))
}

function ipv6Bytes(address: string): Buffer {
  // In the usual form, without dots.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...between, ...after].map((group) => Number.parseInt(group, 16))
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

function pem(certificateBytes: Buffer): string {
  const lines = certificateBytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
