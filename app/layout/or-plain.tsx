import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; plain: ReactNode }

/**
 * What fails is replaced by something plain. Of what stands around every page: React makes an error boundary's own page anew
 * when an effect in it fails, and would go on without end where that is the effect that failed in the page before.
 */
export class OrPlain extends Component<Props> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? this.props.plain : this.props.children
  }
}
