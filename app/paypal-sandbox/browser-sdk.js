// Stands in for PayPal's JS SDK (v5) where no credentials are set: `window.paypal` with test money, for @paypal/react-paypal-js
// through `sdkBaseUrl`. Needs no inline script or style and nothing but its own origin: script-src, style-src, connect-src 'self'.
;(() => {
  /** The panel's "Slow" approves after this long. */
  const SLOW_MS = 4_000
  const script = document.currentScript
  /** `…/sdk/js?…` → `…`: the rest of the stand-in lies beside the script. */
  const base = new URL(script.src, document.baseURI).href.replace(/\/sdk\/js(\?.*)?$/, '')
  const namespace = script.dataset.namespace || 'paypal'

  const FUNDING = { PAYPAL: 'paypal', CARD: 'card' }
  const LABELS = { paypal: 'PayPal', card: 'Debit or Credit Card' }

  function addStyle() {
    const href = `${base}/sdk/style.css`
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return
    if (document.querySelector(`link[href="${href}"]`)) return
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  /** Tells the stand-in what the buyer did. Resolves with `{orderID, payerID}`. */
  async function approve(orderId, outcome) {
    const response = await fetch(`${base}/orders/${encodeURIComponent(orderId)}/approve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ outcome }),
    })
    if (!response.ok) throw new Error(`The test payment could not be approved (${response.status})`)
    return response.json()
  }

  /**
   * Asks the buyer in a modal dialog, Escape cancels. Resolves with `{kind: 'approved', payerID}`, `{kind: 'cancelled'}` or
   * `{kind: 'closed'}` when the page took the buttons away; rejects with what onError gets.
   */
  function openPanel(orderId, { signal, again }) {
    return new Promise((resolve, reject) => {
      const status = element('p', { role: 'status' })
      const heading = element('h2', { id: `test-payment-${orderId}`, textContent: 'Test payment' })
      const note = element('p', {
        id: `test-payment-note-${orderId}`,
        textContent: `${again ? 'The last payment was declined. ' : ''}No money moves: this stands in for PayPal’s window. What should happen?`,
      })
      const choices = element('p', { className: 'choices' })
      const dialog = element('dialog', { className: 'test-payment' }, heading, note, choices, status)
      dialog.setAttribute('aria-labelledby', heading.id)
      dialog.setAttribute('aria-describedby', note.id)
      const before = document.activeElement
      let timer

      const end = (settle) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', closed)
        if (dialog.open) dialog.close()
        dialog.remove()
        if (before instanceof HTMLElement && before.isConnected) before.focus()
        settle()
      }
      const closed = () => end(() => resolve({ kind: 'closed' }))
      const cancel = () => end(() => resolve({ kind: 'cancelled' }))
      const fail = (error) => end(() => reject(error))
      const send = (outcome) => {
        for (const button of choices.querySelectorAll('button'))
          if (button.value !== 'cancel') button.disabled = true
        approve(orderId, outcome).then(
          ({ payerID }) => end(() => resolve({ kind: 'approved', payerID })),
          fail,
        )
      }
      const add = (value, label, description, act) => {
        const button = element('button', { type: 'button', value, textContent: label, title: description })
        button.addEventListener('click', act)
        choices.append(button)
      }
      add('approve', 'Approve', 'Pays', () => send('approve'))
      add('cancel', 'Cancel', 'Closes this window without paying', cancel)
      add('decline', 'Decline', 'Approves, but the payment will be declined', () => send('decline'))
      add('slow', 'Slow', 'Approves after some seconds', () => {
        for (const button of choices.querySelectorAll('button'))
          if (button.value !== 'cancel') button.disabled = true
        status.textContent = 'Approving slowly …'
        timer = setTimeout(() => send('approve'), SLOW_MS)
      })
      add('error', 'Error', 'Lets PayPal’s script fail', () =>
        fail(new Error('Test payment: the script failed')),
      )

      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        cancel()
      })
      signal.addEventListener('abort', closed)
      document.body.append(dialog)
      dialog.showModal()
      choices.firstElementChild.focus()
    })
  }

  /** PayPal's Buttons: one for each funding source, or the one that is asked for. */
  function Buttons(options = {}) {
    let props = options
    let enabled = true
    let busy = false
    let box
    const closing = new AbortController()
    const sources = options.fundingSource ? [options.fundingSource] : Object.values(FUNDING)
    const isEligible = () => sources.every((source) => source in LABELS)

    const fail = (error) => {
      if (closing.signal.aborted) return
      const reason = error instanceof Error ? error : new Error(String(error))
      if (props.onError) props.onError(reason)
      else console.error(reason)
    }

    /** The page may refuse: `actions.reject()`, or false. */
    async function isAllowed(fundingSource) {
      if (!props.onClick) return true
      let allowed = true
      const actions = {
        resolve: () => Promise.resolve(),
        reject: () => {
          allowed = false
          return Promise.resolve()
        },
      }
      const answer = await props.onClick({ fundingSource }, actions)
      return allowed && answer !== false
    }

    async function pay(fundingSource) {
      if (busy || !enabled) return
      busy = true
      mark()
      try {
        if (!(await isAllowed(fundingSource))) return
        const orderID = await props.createOrder({ paymentSource: fundingSource }, {})
        if (typeof orderID !== 'string' || orderID === '') throw new Error('createOrder gave no order id')
        await ask(orderID, fundingSource, false)
      } catch (error) {
        fail(error)
      } finally {
        busy = false
        mark()
      }
    }

    async function ask(orderID, paymentSource, again) {
      const outcome = await openPanel(orderID, { signal: closing.signal, again })
      if (outcome.kind === 'closed') return
      if (outcome.kind === 'cancelled') {
        await props.onCancel?.({ orderID }, { redirect })
        return
      }
      let restarted = false
      const actions = {
        // After INSTRUMENT_DECLINED the page asks for another card on the same order.
        restart: () => {
          restarted = true
        },
        redirect,
      }
      await props.onApprove?.({ orderID, payerID: outcome.payerID, paymentSource }, actions)
      if (restarted) await ask(orderID, paymentSource, true)
    }

    function mark() {
      for (const button of box?.querySelectorAll('button') ?? []) {
        button.disabled = !enabled
        button.setAttribute('aria-busy', String(busy))
      }
    }

    return {
      isEligible,
      async render(container) {
        const parent = typeof container === 'string' ? document.querySelector(container) : container
        if (!parent) throw new Error('Document is ready and element does not exist')
        if (closing.signal.aborted) throw new Error('The buttons were closed')
        addStyle()
        box = element('div', { className: 'test-payment-buttons' })
        box.dataset.testPayment = 'buttons'
        for (const source of sources) {
          const button = element('button', { type: 'button', textContent: LABELS[source] })
          button.dataset.fundingSource = source
          button.setAttribute('aria-haspopup', 'dialog')
          button.addEventListener('click', () => pay(source))
          box.append(button)
        }
        parent.append(box)
        const switchTo = (on) => async () => {
          enabled = on
          mark()
        }
        props.onInit?.({}, { enable: switchTo(true), disable: switchTo(false) })
      },
      async updateProps(changed) {
        props = { ...props, ...changed }
      },
      async close() {
        closing.abort()
        box?.remove()
        options.onDestroy?.()
      },
      clone: (changed) => Buttons({ ...props, ...changed }),
    }
  }

  function redirect(url) {
    window.location.assign(url)
  }

  const nothing = () => ({ isEligible: () => false, render: async () => {}, close: async () => {} })
  window[namespace] = {
    version: '5.0.0-test',
    FUNDING,
    Buttons: Object.assign(Buttons, { instances: [] }),
    Marks: nothing,
    Messages: nothing,
    getFundingSources: () => Object.values(FUNDING),
    isFundingEligible: (source) => source in LABELS,
  }
})()
