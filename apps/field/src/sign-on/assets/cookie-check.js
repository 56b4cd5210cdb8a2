// Tells keycloak-js whether this frame may have cookies: without them the login-status page cannot work.
const name = 'field_cookie_check'
const attributes = location.protocol === 'https:' ? 'SameSite=None; Secure' : 'SameSite=Lax'
let works = false
try {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every browser that is asked
  document.cookie = `${name}=1; ${attributes}`
  works = document.cookie.split('; ').includes(`${name}=1`)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Max-Age=0; ${attributes}`
} catch {
  works = false
}
window.parent.postMessage(works ? 'supported' : 'unsupported', '*')
