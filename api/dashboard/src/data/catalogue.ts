/* Written by test_api (Catalogue) from domain/metric.hpp: not by hand. */
export const catalogue = {"metrics":[
  {"name":"utilization_percent","subject":"gpu","unit":"percent","least":0,"most":100,"fold":"mean","adds":false,"series":"dibs_gpu_utilization_ratio","help":"Share of time a kernel ran."},
  {"name":"memory_used_mib","subject":"gpu","unit":"mebibyte","least":0,"fold":"mean","adds":true,"series":"dibs_gpu_memory_used_bytes","help":"Memory in use."},
  {"name":"temperature_c","subject":"gpu","unit":"celsius","least":-100,"most":1000,"fold":"mean","adds":false,"series":"dibs_gpu_temperature_celsius","help":"Its temperature."},
  {"name":"power_w","subject":"gpu","unit":"watt","least":0,"fold":"mean","adds":true,"series":"dibs_gpu_power_watts","help":"Its power draw."},
  {"name":"power_limit_w","subject":"gpu","unit":"watt","least":0,"fold":"mean","adds":true,"series":"dibs_gpu_power_limit_watts","help":"What its power draw is kept below."},
  {"name":"memory_utilization_percent","subject":"gpu","unit":"percent","least":0,"most":100,"fold":"mean","adds":false,"series":"dibs_gpu_memory_utilization_ratio","help":"Share of time its memory was read or written."},
  {"name":"fan_percent","subject":"gpu","unit":"percent","least":0,"most":1000,"fold":"mean","adds":false,"series":"dibs_gpu_fan_ratio","help":"Speed of its fan, of what is usual at most."},
  {"name":"sm_clock_mhz","subject":"gpu","unit":"megahertz","least":0,"fold":"mean","adds":false,"series":"dibs_gpu_sm_clock_hertz","help":"Clock of its multiprocessors."},
  {"name":"memory_clock_mhz","subject":"gpu","unit":"megahertz","least":0,"fold":"mean","adds":false,"series":"dibs_gpu_memory_clock_hertz","help":"Clock of its memory."},
  {"name":"ecc_errors","subject":"gpu","unit":"count","least":0,"fold":"counter","adds":true,"series":"dibs_gpu_ecc_errors_total","help":"Uncorrected memory errors since its driver was loaded."},
  {"name":"cpu_percent","subject":"host","unit":"percent","least":0,"most":100,"fold":"mean","adds":false,"series":"dibs_host_cpu_ratio","help":"Share of all processors' time in use."},
  {"name":"memory_used_mib","subject":"host","unit":"mebibyte","least":0,"fold":"mean","adds":true,"series":"dibs_host_memory_used_bytes","help":"Memory in use."},
  {"name":"memory_total_mib","subject":"host","unit":"mebibyte","least":0,"fold":"mean","adds":true,"series":"dibs_host_memory_total_bytes","help":"Its memory."},
  {"name":"load","subject":"host","unit":"count","least":0,"fold":"mean","adds":false,"series":"dibs_host_load","help":"Mean number of processes that ran or waited, over a minute."},
  {"name":"memory_used_mib","subject":"process","unit":"mebibyte","least":0,"fold":"mean","adds":true}],"usage":{"steps":[{"step_s":1,"kept_s":3600},{"step_s":60,"kept_s":2592000},{"step_s":3600}],"most_values":100000,"most_subjects":256,"usual_points":1000}} as const;
