/** Where the built site will be published: what a link that is made on this machine points at. */

/**
 * @returns {string} `HIGHWATER_SHARE_ORIGIN` with a slash at its end; empty where it is not set. Throws where it is no
 *   https address.
 */
export function shareOrigin() {
  const text = process.env['HIGHWATER_SHARE_ORIGIN'] ?? '';
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new Error(`HIGHWATER_SHARE_ORIGIN is "${text}"; it must be an https address such as https://name.github.io/highwater/.`);
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
