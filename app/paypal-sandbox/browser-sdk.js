// Replaces PayPal's JS SDK (v5): `window.paypal.Buttons`, as @paypal/react-paypal-js uses it.
// It needs no inline script, no inline style and no other origin.
;(() => {
  const SLOW_MS = 4_000
  const BASE = new URL(document.currentScript.src).href.replace(/\/sdk\/js.*$/, '')
  const SOURCES = [
    ['paypal', 'PayPal'],
    ['card', 'Debit or Credit Card'],
  ]
  const CHOICES = [
    ['approve', 'Approve', 'Pays'],
    ['cancel', 'Cancel', 'Closes this window without paying'],
    ['decline', 'Decline', 'Approves, but the payment will be declined'],
    ['pending', 'Pending', 'Approves, but the payment will stay pending'],
    ['slow', 'Slow', 'Approves after some seconds'],
    ['error', 'Error', 'Lets PayPal’s script fail'],
  ]

  function element(name, properties, ...children) {
    const created = Object.assign(document.createElement(name), properties)
    created.append(...children)
    return created
  }

  document.head.append(element('link', { rel: 'stylesheet', href: `${BASE}/sdk/style.css` }))

  /** Opens a modal dialog to choose the outcome. Escape is `cancel`. Never resolves if the page closes the buttons. */
  function chooseOutcome(orderId, signal) {
    const heading = element('h2', { id: `test-payment-${orderId}`, textContent: 'Test payment' })
    const note = element('p', {
      id: `test-payment-note-${orderId}`,
      textContent: 'No money moves: this is a test in place of PayPal’s window. What should happen?',
    })
    const status = element('p', { role: 'status' })
    const buttons = CHOICES.map(([value, textContent, title]) =>
      element('button', { type: 'button', value, textContent, title }),
    )
    const choices = element('p', { className: 'choices' }, ...buttons)
    const dialog = element('dialog', { className: 'test-payment' }, heading, note, choices, status)
    dialog.setAttribute('aria-labelledby', heading.id)
    dialog.setAttribute('aria-describedby', note.id)
    document.body.append(dialog)
    dialog.showModal()

    return new Promise((resolve) => {
      let timer
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        dialog.remove()
      })
      dialog.addEventListener('close', () => {
        clearTimeout(timer)
        dialog.remove()
        resolve(dialog.returnValue || 'cancel')
      })
      for (const button of buttons)
        button.addEventListener('click', () => {
          if (button.value !== 'slow') return dialog.close(button.value)
          for (const other of buttons) other.disabled = other.value !== 'cancel'
          status.textContent = 'Approving slowly …'
          timer = setTimeout(() => dialog.close('approve'), SLOW_MS)
        })
    })
  }

  async function approve(orderId, outcome) {
    const response = await fetch(`${BASE}/orders/${encodeURIComponent(orderId)}/approve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ outcome }),
    })
    if (!response.ok) throw new Error(`The test payment could not be approved (${response.status})`)
    return response.json()
  }

  function Buttons(props) {
    const closing = new AbortController()
    let box
    let isBusy = false

    /** The page may reject a click with `actions.reject()`, or by returning false. */
    async function isAllowed(fundingSource) {
      let isRejected = false
      const actions = {
        resolve: async () => {},
        reject: async () => {
          isRejected = true
        },
      }
      const answer = await props.onClick?.({ fundingSource }, actions)
      return !isRejected && answer !== false
    }

    async function pay(fundingSource) {
      if (!(await isAllowed(fundingSource))) return
      const orderID = await props.createOrder({ paymentSource: fundingSource }, {})
      if (!orderID) throw new Error('createOrder returned no order id')
      if (closing.signal.aborted) return
      const outcome = await chooseOutcome(orderID, closing.signal)
      if (outcome === 'error') throw new Error('Test payment: the script failed')
      if (outcome === 'cancel') return props.onCancel?.({ orderID }, {})
      const { payerID } = await approve(orderID, outcome)
      await props.onApprove?.({ orderID, payerID, paymentSource: fundingSource }, {})
    }

    function press(fundingSource) {
      if (isBusy) return
      isBusy = true
      pay(fundingSource)
        .catch((error) => {
          if (!closing.signal.aborted) (props.onError ?? console.error)(error)
        })
        .finally(() => {
          isBusy = false
        })
    }

    return {
      isEligible: () => true,
      async render(container) {
        const buttons = SOURCES.map(([source, textContent]) => {
          const button = element('button', { type: 'button', textContent })
          button.setAttribute('aria-haspopup', 'dialog')
          button.addEventListener('click', () => press(source))
          return button
        })
        box = element('div', { className: 'test-payment-buttons' }, ...buttons)
        container.append(box)
        const setDisabled = async (disabled) => {
          for (const button of buttons) button.disabled = disabled
        }
        props.onInit?.({}, { enable: () => setDisabled(false), disable: () => setDisabled(true) })
      },
      async close() {
        closing.abort()
        box?.remove()
      },
    }
  }

  window.paypal = { Buttons }
})()
