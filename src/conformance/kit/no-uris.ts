/** No URI by RFC 3986, section 3: without a scheme, with a blank, and both. */
export const NO_URIS = ['no address at all', 'hooks.example.com/mail', 'https://hooks example com/mail']
