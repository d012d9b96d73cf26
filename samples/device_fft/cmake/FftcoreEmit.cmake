# SPDX-License-Identifier: 0BSD
# fftcore_emit(TARGET NAME "FFT" [LANGUAGE cuda|opencl])
#
# Has fftcore-emit write the FFT into ${CMAKE_CURRENT_BINARY_DIR}, as NAME.h or NAME.cl, before the
# target is built; an executable or a library then includes it as "NAME.h". FFTCORE_EMIT names the
# program where it is not on the path.
find_program(FFTCORE_EMIT fftcore-emit REQUIRED)

function(fftcore_emit target name fft)
  cmake_parse_arguments(PARSE_ARGV 3 EMIT "" LANGUAGE "")
  set(ending h)
  if(EMIT_LANGUAGE STREQUAL opencl)
    set(ending cl)
  endif()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.${ending})
  add_custom_command(OUTPUT ${file} COMMAND ${FFTCORE_EMIT} -o ${file} "${fft}" VERBATIM)
  target_sources(${target} PRIVATE ${file})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL UTILITY)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
  endif()
endfunction()
