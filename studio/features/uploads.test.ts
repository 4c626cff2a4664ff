// @vitest-environment happy-dom
import type {
  AssetSource,
  AssetSourceUploader,
  AssetSourceUploaderClass,
  AssetSourceUploadSubscriber,
} from 'sanity'
import { expect, test, vi } from 'vitest'
import { isUploadingHere, uploadedAnyway } from '#studio/features/uploads.ts'

/** An upload as a field begins one: with the Studio's own uploader, to which it listens. */
function begin() {
  const aborted = vi.fn()
  class Own implements Pick<AssetSourceUploader, 'subscribe' | 'abort'> {
    listeners = new Set<AssetSourceUploadSubscriber>()
    subscribe(listener: AssetSourceUploadSubscriber) {
      this.listeners.add(listener)
      return () => this.listeners.delete(listener)
    }
    upload() {
      return []
    }
    abort() {
      aborted()
    }
    finish() {
      for (const listener of this.listeners) listener({ type: 'all-complete', files: [] })
    }
  }
  const own = { name: 'own', Uploader: Own as unknown as AssetSourceUploaderClass } as AssetSource
  const upload = new (uploadedAnyway([own])[0]!.Uploader!)() as unknown as Own
  const told = vi.fn()
  const stopListening = upload.subscribe(told)
  return { upload, told, stopListening, aborted }
}

test('an upload outlives its field, which is told when it is done', async () => {
  const { upload, told, stopListening, aborted } = begin()
  upload.abort()
  stopListening()
  await Promise.resolve()
  expect(aborted).not.toHaveBeenCalled()
  upload.finish()
  expect(told).toHaveBeenCalledOnce()
})

test('Cancel ends it', async () => {
  const { upload, aborted } = begin()
  upload.abort()
  await Promise.resolve()
  expect(aborted).toHaveBeenCalledOnce()
})

test('another file in its place ends it, whatever becomes of the field', async () => {
  const { upload, told, stopListening, aborted } = begin()
  stopListening()
  expect(aborted).toHaveBeenCalledOnce()
  upload.finish()
  expect(told).not.toHaveBeenCalled()
})

test('it is known whether this window uploads something, and leaving it asks first', () => {
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { upload, stopListening } = begin()
  expect(isUploadingHere()).toBe(false)
  upload.upload()
  expect(isUploadingHere()).toBe(true)
  stopListening()
  expect(isUploadingHere()).toBe(true)
  expect(asksBeforeLeaving()).toBe(true)
  upload.finish()
  expect(isUploadingHere()).toBe(false)
  expect(asksBeforeLeaving()).toBe(false)
})
