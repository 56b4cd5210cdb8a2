// Reads the page for installers again and again while it is seen, and puts what it hears into its places. Runs in the browser.

;(() => {
  const lang = document.documentElement.lang
  const local = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const place = (id) => document.getElementById(id)
  const put = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text
  }
  const showTimes = () => {
    for (const time of document.querySelectorAll('time'))
      if (time.dateTime) put(time, local.format(new Date(time.dateTime)))
  }
  const show = ({ texts, times, states, steps, hidden }) => {
    for (const [id, text] of Object.entries(texts)) put(place(id), text)
    for (const [id, at] of Object.entries(times)) {
      const time = place(id)
      time.dateTime = at || ''
      if (!at) put(time, texts.unknown)
    }
    for (const [id, state] of Object.entries(states)) place(id).dataset.state = state
    for (const [id, isHidden] of Object.entries(hidden)) place(id).hidden = isHidden
    const list = place('steps')
    if (list.innerText !== steps.join('\n'))
      list.replaceChildren(
        ...steps.map((text) => {
          const item = document.createElement('li')
          item.textContent = text
          return item
        }),
      )
    showTimes()
  }
  let timer
  const read = async () => {
    clearTimeout(timer)
    let seconds = 15
    if (document.visibilityState === 'visible')
      try {
        const answer = await fetch(`${location.pathname}/now?lang=${lang}`, { cache: 'no-store' })
        if (answer.status === 404 || answer.status === 410) return location.reload()
        if (!answer.ok) throw new Error(String(answer.status))
        const now = await answer.json()
        show(now)
        seconds = now.again
        offline(false)
      } catch {
        offline(true)
      }
    timer = setTimeout(read, seconds * 1000)
  }
  const offline = (is) => {
    place('offline').hidden = !is
    document.body.classList.toggle('old', is)
  }
  showTimes()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') read()
  })
  timer = setTimeout(read, Number(document.body.dataset.again) * 1000)
})()
