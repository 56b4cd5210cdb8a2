// Answers keycloak-js's question 'is this login still the one of this browser?' from the login cookie.
const { origins, cookie } = document.currentScript.dataset
const allowed = origins.split(' ')

const loginId = () => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${cookie}=`))
  return found ? found.slice(cookie.length + 1) : ''
}

window.addEventListener('message', (event) => {
  if (!allowed.includes(event.origin) || typeof event.data !== 'string') return
  const parts = event.data.split(' ')
  const answer = () => {
    if (parts.length !== 2) return 'error'
    return parts[1] === loginId() ? 'unchanged' : 'changed'
  }
  event.source.postMessage(answer(), event.origin)
})
