import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, use, useEffect } from 'react'
import { ChatWidget } from '#app/chat/chat-widget.tsx'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { Settings } from '#app/content/types.ts'
import { Nonce } from '#app/layout/deferred-scripts.ts'
import { FailedPage, failureText } from '#app/layout/error-page.tsx'
import { Footer } from '#app/layout/footer.tsx'
import { Header } from '#app/layout/header.tsx'
import { NavigationEffects } from '#app/layout/navigation-effects.tsx'
import { StatusPage } from '#app/layout/status-page.tsx'
import { previewFrameData } from '#app/preview/preview-frame.server.ts'
import { PreviewFrame } from '#app/preview/preview-frame.tsx'
import { MARK, MARK_COLOR, PAPER_COLOR } from '#app/seo/mark.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import '#app/ui/global.css'

/** The layout's content. The server sets the year, so that a page is the same for everybody. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const settings = await context.content.settings()
  const measuring = context.preview ? null : await context.content.measuring().catch(() => null)
  return {
    // Checkout and the enquiry form load these themselves; other pages don't need them.
    settings: { ...settings, checkoutWords: null, consents: null } satisfies Settings,
    siteUrl: context.siteUrl,
    imageCdn: context.imageCdn,
    year: new Date().getUTCFullYear(),
    ...(measuring && { measuring }),
    ...previewFrameData(request, context),
  }
}

/** The layout's data is not reloaded on navigation, so a failing request can't remove it. A preview reloads it to show drafts. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) =>
  defaultShouldRevalidate && 'preview' in document.documentElement.dataset

const DRAWING = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><path fill='${MARK_COLOR}' fill-rule='evenodd' d='${MARK}'/></svg>`
/** Inline, because browsers request the icon before the first paint. */
const ICON = `data:image/svg+xml,${DRAWING.replace(/[ #<>]/g, encodeURIComponent)}`

export function Layout({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const { preview, imageCdn } = useRouteLoaderData<typeof loader>('root') ?? {}
  // Lets deferred-scripts.ts repeat a click from before hydration.
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return (
    <html lang="en-US" data-hydrated={hydrated ? '' : undefined} data-preview={preview ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Styles come first: they block the first paint, and the first request reuses the page's connection. */}
        <Links />
        {imageCdn && <link rel="preconnect" href={imageCdn} />}
        <link
          rel="preload"
          href="/fonts/besley-500.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" type="image/svg+xml" href={ICON} />
        {/* For clients that can't read the SVG above: search engines, Safari. */}
        <link rel="icon" type="image/png" sizes="192x192" href="/icons/mark-192.png" />
        <link rel="apple-touch-icon" href="/icons/mark-180.png" />
        {hydrated && <link rel="manifest" href="/site.webmanifest" />}
        <meta name="theme-color" content={PAPER_COLOR} />
        {/* iOS turns phone numbers into links, which causes a hydration mismatch. */}
        <meta name="format-detection" content="telephone=no" />
        <link rel="alternate" type="application/atom+xml" title="Articles" href="/feed.xml" />
        <Meta />
      </head>
      <body>
        {children}
        <Scripts nonce={use(Nonce)} />
      </body>
    </html>
  )
}

export default function App() {
  const root = useLoaderData<typeof loader>()
  return (
    <Frame root={root}>
      {/* A new key per path remounts the page. Otherwise React reuses form state, and text that a browser has translated breaks
          it. */}
      <Outlet key={useLocation().pathname} />
    </Frame>
  )
}

type RootData = ReturnType<typeof useLoaderData<typeof loader>>

/** The layout around every page: skip link, header, the page, footer. */
function Frame({ root, children }: { root: RootData; children: ReactNode }) {
  const { settings, year, preview, measuring } = root
  const page = (
    <SettingsProvider value={settings}>
      <a className="skip-link" href="#main">
        {settings.interfaceWords?.skipLink}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer year={year} measuring={measuring} />
      <ChatWidget />
      <NavigationEffects />
    </SettingsProvider>
  )
  return preview ? <PreviewFrame preview={preview}>{page}</PreviewFrame> : page
}

/** Shows a missing or failed page, inside the layout if the layout's data is available. */
export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRouteLoaderData<typeof loader>('root')
  if (root)
    return (
      <Frame root={root}>
        <FailedPage />
      </Frame>
    )
  return (
    <main id="main" tabIndex={-1}>
      <title>Back in a moment</title>
      <StatusPage
        status={isRouteErrorResponse(error) ? error.status : 500}
        heading="Back in a moment"
        text={failureText(error)}
        button="Back to the Home Page"
      />
    </main>
  )
}
