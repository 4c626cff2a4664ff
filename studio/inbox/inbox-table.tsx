import { Box, Button, Card, Checkbox, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { csvOf } from '#studio/inbox/csv.ts'
import { type Action, csvRows, type InboxList, shownColumns } from '#studio/inbox/lists.ts'
import { saveFile } from '#studio/inbox/save-file.ts'
import type { Item, Listed, StaffApi } from '#studio/inbox/staff-api.ts'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 13px;
  line-height: 1.4;
  th,
  td {
    padding: 8px 10px;
    text-align: left;
    vertical-align: top;
    border-bottom: 1px solid var(--card-border-color);
    max-width: 26rem;
    overflow-wrap: anywhere;
  }
  th {
    font-weight: 600;
  }
  th,
  td:first-child {
    white-space: nowrap;
  }
  /* On a narrow screen each row becomes a list of column names and values. */
  @media (max-width: 900px) {
    thead {
      display: none;
    }
    tr,
    td {
      display: block;
    }
    td[data-column]::before {
      content: attr(data-column) ': ';
    }
  }
`

const REFRESH_MS = 15_000

export function InboxTable({ list, api }: { list: InboxList; api: StaffApi }) {
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState({ q: '', filter: '', page: 1 })
  const [listed, setListed] = useState<Listed>()
  const [problem, setProblem] = useState('')
  const [selected, setSelected] = useState<string[]>([])

  const search = useMemo(() => {
    const params = new URLSearchParams()
    if (query.q) params.set('q', query.q)
    if (query.filter) params.set(list.filter.name, query.filter)
    return params
  }, [query, list])

  const reload = useRef(async () => {})
  useEffect(() => {
    let isCurrent = true
    reload.current = async () => {
      const params = new URLSearchParams(search)
      params.set('page', String(query.page))
      const result = await api.list(list.name, params).catch((error: Error) => error)
      if (!isCurrent) return
      if (result instanceof Error) return setProblem(result.message)
      // The only row of the last page may have disappeared.
      if (query.page > pagesOf(result)) return setQuery({ ...query, page: pagesOf(result) })
      setListed(result)
      setProblem('')
    }
    reload.current()
    const timer = setInterval(() => document.visibilityState === 'visible' && reload.current(), REFRESH_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [api, search, query, list])

  function submitSearch(event: FormEvent) {
    event.preventDefault()
    setQuery({ ...query, q: typed.trim(), page: 1 })
  }

  // A second click would send a second receipt. Other rows stay available.
  const running = useRef(new Set<string>())
  const pressed = useRef<Element>(null)
  async function act({ run, done }: Action, ids: string[]) {
    const key = ids.join()
    if (running.current.has(key)) return
    running.current.add(key)
    pressed.current = document.activeElement
    try {
      await run(api, ids)
      toast.push({ status: 'success', title: done(ids.length) })
      setSelected((before) => before.filter((id) => !ids.includes(id)))
      await reload.current()
    } catch (error) {
      toast.push({ status: 'error', title: 'That did not work', description: (error as Error).message })
    } finally {
      running.current.delete(key)
    }
  }

  const status = useRef<HTMLDivElement>(null)
  // Move the focus to the top of the list if the focused button has disappeared.
  useEffect(() => {
    if (!listed || !pressed.current || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement === document.body) status.current?.focus()
  }, [listed])
  function goToPage(page: number) {
    setQuery({ ...query, page })
    status.current?.focus() // the button may become disabled
  }

  async function exportCsv() {
    try {
      const items = await api.all(list.name, list.key, search)
      saveFile(`${list.name}.csv`, 'text/csv', csvOf(csvRows(list, items)))
    } catch (error) {
      toast.push({ status: 'error', title: 'Nothing was exported', description: (error as Error).message })
    }
  }

  const columns = shownColumns(list)
  const idOf = (item: Item) => String(item[list.key])
  const onPage = listed?.items.map(idOf) ?? []
  const selectedOnPage = onPage.filter((id) => selected.includes(id))
  const pages = listed ? pagesOf(listed) : 1
  const small = { mode: 'ghost', fontSize: 1, padding: 2 } as const
  return (
    <Stack gap={4} paddingTop={3}>
      <form onSubmit={submitSearch}>
        <Flex gap={2} wrap="wrap" align="center">
          <TextInput
            aria-label={`Search in ${list.title}`}
            placeholder={list.searchPlaceholder}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" text="Search" mode="ghost" />
          <Box>
            <Select
              aria-label={list.filter.title}
              value={query.filter}
              onChange={({ currentTarget }) =>
                setQuery({ q: typed.trim(), filter: currentTarget.value, page: 1 })
              }
            >
              {list.filter.options.map(({ value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </Select>
          </Box>
          <Button text="Export CSV" mode="ghost" onClick={exportCsv} disabled={!listed?.total} />
        </Flex>
      </form>
      {problem && (
        <Card padding={3} tone="critical" radius={2} role="alert">
          <Text size={1}>{problem}</Text>
        </Card>
      )}
      {listed?.test && (
        <Text size={1} muted>
          Test payments: no money has moved.
        </Text>
      )}
      {listed && (
        <>
          <Text size={1} role="status" ref={status} tabIndex={-1}>
            {listed.total} {listed.total === 1 ? 'entry' : 'entries'}
            {pages > 1 && `, page ${listed.page} of ${pages}`}
          </Text>
          {list.bulk && (
            <Flex gap={2} align="center" wrap="wrap">
              <Text size={1} as="label">
                <Flex gap={2} align="center">
                  <Checkbox
                    checked={selectedOnPage.length > 0 && selectedOnPage.length === onPage.length}
                    indeterminate={selectedOnPage.length > 0 && selectedOnPage.length < onPage.length}
                    disabled={onPage.length === 0}
                    onChange={({ currentTarget }) => setSelected(currentTarget.checked ? onPage : [])}
                  />
                  Select all on this page
                </Flex>
              </Text>
              {list.bulk.map((action) => (
                <Button
                  key={action.title}
                  {...small}
                  text={`${action.title} selected`}
                  disabled={selectedOnPage.length === 0}
                  onClick={() => act(action, selectedOnPage)}
                />
              ))}
            </Flex>
          )}
          <Card overflow="auto">
            <Table aria-label={list.title}>
              <thead>
                <tr>
                  {list.bulk && <td />}
                  {columns.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {listed.items.map((item) => {
                  const id = idOf(item)
                  const name = list.columns.find(({ title }) => title === 'Name')?.value(item)
                  return (
                    <tr key={id}>
                      {list.bulk && (
                        <td>
                          <Checkbox
                            aria-label={`Select: ${name}`}
                            checked={selected.includes(id)}
                            onChange={({ currentTarget: { checked } }) =>
                              setSelected(
                                checked ? [...selected, id] : selected.filter((other) => other !== id),
                              )
                            }
                          />
                        </td>
                      )}
                      {columns.map(({ title, value, scheme }) => {
                        const shown = value(item)
                        return (
                          <td key={title} data-column={title}>
                            {scheme && shown ? <a href={`${scheme}:${shown}`}>{shown}</a> : shown}
                          </td>
                        )
                      })}
                      <td>
                        <Flex gap={1}>
                          {list.actions?.(item).map((action) => (
                            <Button
                              key={action.title}
                              {...small}
                              text={action.title}
                              aria-label={name ? `${action.title}: ${name}` : action.title}
                              onClick={() => act(action, [id])}
                            />
                          ))}
                        </Flex>
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </Table>
          </Card>
          {pages > 1 && (
            <Flex gap={2} align="center">
              <Button
                text="Newer"
                mode="ghost"
                disabled={query.page <= 1}
                onClick={() => goToPage(query.page - 1)}
              />
              <Button
                text="Older"
                mode="ghost"
                disabled={query.page >= pages}
                onClick={() => goToPage(query.page + 1)}
              />
            </Flex>
          )}
        </>
      )}
    </Stack>
  )
}

const pagesOf = ({ total, limit }: Listed) => Math.max(1, Math.ceil(total / limit))
