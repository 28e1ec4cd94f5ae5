/** The graphics card; rejects where there is none, or software stands in for it. */
export const openDevice = async (): Promise<GPUDevice> => {
  const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter() : null;
  if (!adapter || adapter.info.isFallbackAdapter) throw new Error('There is no graphics card');
  return adapter.requestDevice();
};
