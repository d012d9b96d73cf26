/* SPDX-License-Identifier: LGPL-2.1-or-later
 * The names of CUDA's driver interface that the headers of GStreamer's CUDA library mention, so
 * that they compile without NVIDIA's toolkit: the same build everywhere. Values and layouts are the
 * driver's. Nothing here is linked: GStreamer finds the driver at run time and offers its functions
 * under names of its own (CuInit for cuInit). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CUDAAPI

/* Handles */
typedef int CUdevice;
typedef uintptr_t CUdeviceptr;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef struct CUctx_st* CUcontext;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUarray_st* CUarray;
typedef struct CUmipmappedArray_st* CUmipmappedArray;
typedef struct CUgraphicsResource_st* CUgraphicsResource;
typedef struct CUmemPoolHandle_st* CUmemoryPool;
typedef struct CUextMemory_st* CUexternalMemory;
typedef struct CUextSemaphore_st* CUexternalSemaphore;

/* Enumerations: what is used here by its name, what is only passed on without */
typedef enum { CUDA_SUCCESS = 0 } CUresult;
typedef enum {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3
} CUmemorytype;
typedef enum { CU_STREAM_DEFAULT = 0 } CUstream_flags;
typedef int CUdevice_attribute;
typedef int CUfilter_mode;
typedef int CUgraphicsMapResourceFlags;
typedef int CUgraphicsRegisterFlags;
typedef int CUlimit;
typedef int CUmemAllocationGranularity_flags;
typedef int CUmemAllocationHandleType;
typedef int CUmemPool_attribute;

/* CUDA_MEMCPY2D, the one structure that is filled in here */
typedef struct CUDA_MEMCPY2D_st {
  size_t srcXInBytes;
  size_t srcY;
  CUmemorytype srcMemoryType;
  const void* srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  CUmemorytype dstMemoryType;
  void* dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
} CUDA_MEMCPY2D;

/* Structures that are only pointed at */
typedef struct CUDA_RESOURCE_DESC_st CUDA_RESOURCE_DESC;
typedef struct CUDA_RESOURCE_VIEW_DESC_st CUDA_RESOURCE_VIEW_DESC;
typedef struct CUDA_TEXTURE_DESC_st CUDA_TEXTURE_DESC;
typedef struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st CUDA_EXTERNAL_MEMORY_BUFFER_DESC;
typedef struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st CUDA_EXTERNAL_MEMORY_HANDLE_DESC;
typedef struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;
typedef struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC;
typedef struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;
typedef struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
typedef struct CUipcEventHandle_st CUipcEventHandle;
typedef struct CUipcMemHandle_st CUipcMemHandle;
typedef struct CUmemAccessDesc_st CUmemAccessDesc;
typedef struct CUmemAllocationProp_st CUmemAllocationProp;
typedef struct CUmemLocation_st CUmemLocation;
typedef struct CUmemPoolProps_st CUmemPoolProps;
typedef struct CUuuid_st CUuuid;
