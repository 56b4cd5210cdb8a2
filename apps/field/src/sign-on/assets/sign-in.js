const form = document.querySelector('form')
const email = document.getElementById('email')
const password = document.getElementById('password')
const show = document.getElementById('show')

show.hidden = false
show.addEventListener('click', () => {
  const shown = password.type === 'text'
  password.type = shown ? 'password' : 'text'
  show.setAttribute('aria-pressed', String(!shown))
  password.focus()
})

for (const button of document.querySelectorAll('[data-email]')) {
  button.addEventListener('click', () => {
    email.value = button.dataset.email
    password.value = form.dataset.password
    form.querySelector('[type=submit]').focus()
  })
}

// A second click must not send the form again while the first is on its way.
form.addEventListener('submit', (event) => {
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'yes'
})
window.addEventListener('pageshow', () => {
  delete form.dataset.sent
})
